package android.webkit;

import static android.Device.log;

public class WebSettings {
  public void setJavaScriptEnabled(boolean value) { log("JavaScript " + value); }
  public void setDomStorageEnabled(boolean value) { log("storage " + value); }
  public void setSupportMultipleWindows(boolean value) { log("windows " + value); }
  public void setAllowFileAccess(boolean value) { log("files " + value); }
  public void setAllowContentAccess(boolean value) { log("content " + value); }
  public void setGeolocationEnabled(boolean value) { log("place " + value); }
  public void setMixedContentMode(int value) { log("mixed content " + value); }
}
