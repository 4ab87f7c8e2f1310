package android.webkit;

public class ServiceWorkerController {
  public static ServiceWorkerClient client;
  public static ServiceWorkerController getInstance() { return new ServiceWorkerController(); }
  public void setServiceWorkerClient(ServiceWorkerClient set) { client = set; }
}
