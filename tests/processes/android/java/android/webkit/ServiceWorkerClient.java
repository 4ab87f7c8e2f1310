package android.webkit;

public class ServiceWorkerClient {
  public WebResourceResponse shouldInterceptRequest(WebResourceRequest request) { return null; }
}
