package android.webkit;

import android.graphics.Bitmap;

public class WebViewClient {
  public boolean shouldOverrideUrlLoading(WebView view, WebResourceRequest request) { return false; }
  public WebResourceResponse shouldInterceptRequest(WebView view, WebResourceRequest request) { return null; }
  public void onPageStarted(WebView view, String url, Bitmap icon) {}
  public void onPageFinished(WebView view, String url) {}
  public void onReceivedError(WebView view, WebResourceRequest request, WebResourceError error) {}
}
