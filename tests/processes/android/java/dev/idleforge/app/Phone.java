package dev.idleforge.app;

import android.Device;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.os.Message;
import android.webkit.ServiceWorkerController;
import android.webkit.WebChromeClient.FileChooserParams;
import android.webkit.WebResourceRequest;
import android.webkit.WebResourceResponse;
import android.webkit.WebView;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Runs the app: each argument is an event with its values, by spaces. */
public final class Phone {
  private static Main main;
  private static WebView web;

  public static void main(String[] events) throws Exception {
    for (String event : events) {
      String[] words = event.split(" ", 4);
      String one = words.length > 1 ? words[1] : "";
      if (!words[0].equals("start") && main == null) start(null);
      switch (words[0]) {
        case "start" -> start(one);
        case "bare" -> Device.isBare = true;
        case "at" -> web.history.add(one);
        case "follow" -> Device.log(web.client.shouldOverrideUrlLoading(web, request(one, words)) ? "not here" : "here");
        case "fetch" -> Device.log(status(web.client.shouldInterceptRequest(web, request(one, words))));
        case "worker" -> Device.log(status(ServiceWorkerController.client.shouldInterceptRequest(request(one, words))));
        case "begin" -> web.client.onPageStarted(web, one, null);
        case "finish" -> web.client.onPageFinished(web, one);
        case "fail" -> web.client.onReceivedError(web, request(one, words), null);
        case "back" -> main.onBackPressed();
        case "pause" -> main.onPause();
        case "resume" -> main.onResume();
        case "retry" -> Main.class.getMethod("retry", android.view.View.class).invoke(main, new Object[1]);
        case "save-state" -> main.onSaveInstanceState(new Bundle());
        case "download" -> web.downloads.onDownloadStart(one, "", "", "", 1L);
        case "choose" -> web.chrome.onShowFileChooser(web, uris -> Device.log("chosen " + Arrays.toString(uris)), new FileChooserParams());
        case "result" -> result(words);
        case "window" -> openWindow(one, words);
        case "call" -> call(one, words);
        default -> throw new IllegalArgumentException(event);
      }
    }
  }

  private static void start(String how) {
    Bundle saved = new Bundle();
    saved.isEmpty = "empty".equals(how);
    main = new Main();
    main.onCreate(how == null || how.isEmpty() ? null : saved);
    web = (WebView) main.views.get("id/web");
  }

  /** A request of a page, or of a frame in it where the event says so. */
  private static WebResourceRequest request(String url, String[] words) {
    return new WebResourceRequest() {
      public Uri getUrl() { return Uri.parse(url); }
      public boolean isForMainFrame() { return words.length < 3 || !words[2].equals("frame"); }
    };
  }

  private static String status(WebResourceResponse response) {
    return response == null ? "passes" : String.valueOf(response.status);
  }

  private static void result(String[] words) {
    Intent data = words.length > 3 ? new Intent("", Uri.parse(words[3])) : null;
    main.onActivityResult(Integer.parseInt(words[1]), Integer.parseInt(words[2]), data);
  }

  private static void openWindow(String url, String[] words) {
    Message message = new Message();
    WebView.WebViewTransport transport = new WebView.WebViewTransport();
    message.obj = transport;
    Device.log(web.chrome.onCreateWindow(web, false, words.length < 3, message) ? "opened" : "refused");
    if (transport.view == null) return;
    Device.log(transport.view.client.shouldOverrideUrlLoading(transport.view, request(url, words)) ? "not there" : "there");
    Device.log("there " + status(transport.view.client.shouldInterceptRequest(transport.view, request(url, words))));
  }

  /** Calls a method of window.idleforgeHost. Annotations, which let pages see it, do not survive the translation. */
  private static void call(String name, String[] words) throws Exception {
    for (Method method : web.host.getClass().getMethods())
      if (method.getName().equals(name)) {
        Object[] values = new Object[method.getParameterCount()];
        Arrays.fill(values, "");
        // The last value has the rest, spaces and all.
        String[] given = String.join(" ", Arrays.copyOfRange(words, 2, words.length)).split(" ", values.length);
        System.arraycopy(given, 0, values, 0, given.length);
        method.invoke(web.host, values);
        return;
      }
    throw new NoSuchMethodException(name);
  }
}
