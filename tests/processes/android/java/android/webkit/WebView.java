package android.webkit;

import static android.Device.log;

import android.content.Context;
import android.os.Bundle;
import android.view.View;
import java.util.ArrayList;

public class WebView extends View {
  public static class WebViewTransport {
    public WebView view;
    public void setWebView(WebView set) { view = set; }
  }

  public WebViewClient client;
  public WebChromeClient chrome;
  public DownloadListener downloads;
  public Object host;
  public final ArrayList<String> history = new ArrayList<>();

  public WebView(Context context) { super(context); }
  public WebSettings getSettings() { return new WebSettings(); }
  public void setWebViewClient(WebViewClient set) { client = set; }
  public void setWebChromeClient(WebChromeClient set) { chrome = set; }
  public void setDownloadListener(DownloadListener set) { downloads = set; }
  public void addJavascriptInterface(Object object, String name) {
    log("interface " + name);
    host = object;
  }
  public void loadUrl(String url) {
    log("load " + url);
    history.add(url);
  }
  public void reload() { log("reload"); }
  public String getUrl() { return history.isEmpty() ? null : history.get(history.size() - 1); }
  public boolean canGoBack() { return history.size() > 1; }
  public void goBack() {
    history.remove(history.size() - 1);
    log("back to " + getUrl());
  }
  public void evaluateJavascript(String script, ValueCallback<String> callback) { log("run " + script.split("\n")[0]); }
  public WebBackForwardList saveState(Bundle saved) { log("save the state"); return null; }
  public WebBackForwardList restoreState(Bundle saved) { return saved.isEmpty ? null : new WebBackForwardList(); }
  public void onPause() { log("pause"); }
  public void onResume() { log("resume"); }
  public void destroy() { log("destroy"); }
}
