package android.webkit;

import android.content.Intent;
import android.net.Uri;
import android.os.Message;

public class WebChromeClient {
  public static class FileChooserParams {
    public Intent createIntent() { return new Intent("GET_CONTENT"); }
  }
  public boolean onShowFileChooser(WebView view, ValueCallback<Uri[]> callback, FileChooserParams params) { return false; }
  public boolean onCreateWindow(WebView view, boolean isDialog, boolean isUserGesture, Message result) { return false; }
}
