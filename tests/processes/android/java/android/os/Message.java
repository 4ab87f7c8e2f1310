package android.os;

public final class Message {
  public Object obj;
  public void sendToTarget() { android.Device.log("open the window"); }
}
