package android.app;

import static android.Device.log;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.webkit.WebView;
import java.util.HashMap;

public class Activity extends Context {
  public final HashMap<String, View> views = new HashMap<>();

  protected void onCreate(Bundle saved) {}
  protected void onSaveInstanceState(Bundle saved) {}
  protected void onPause() {}
  protected void onResume() {}
  protected void onActivityResult(int request, int result, Intent data) {}
  public void onBackPressed() { log("leave the app"); }
  public void setContentView(int layout) { log("show " + android.Device.name(layout)); }
  public View findViewById(int id) {
    String name = android.Device.name(id);
    return views.computeIfAbsent(name, key -> key.equals("id/web") ? new WebView(this) : new View(this));
  }
  public void startActivity(Intent intent) {
    if (android.Device.isBare) throw new android.content.ActivityNotFoundException();
    log("start " + intent);
  }
  public void startActivityForResult(Intent intent, int request) {
    startActivity(intent);
    log("for result " + request);
  }
  public final void runOnUiThread(Runnable call) { call.run(); }
  public void setTaskDescription(ActivityManager.TaskDescription description) { log("task " + description.label); }
}
