package android.content;

import android.net.Uri;
import java.util.TreeMap;

public class Intent {
  private final TreeMap<String, String> parts = new TreeMap<>();
  private Uri data;

  public Intent(String action) { parts.put("action", action); }
  public Intent(String action, Uri data) {
    this(action);
    this.data = data;
  }
  public Intent addCategory(String category) { return put("category", category); }
  public Intent setType(String type) { return put("type", type); }
  public Intent putExtra(String name, String value) { return put(name, value); }
  public Uri getData() { return data; }
  public static Intent createChooser(Intent target, CharSequence title) { return target.put("chosen", "by the user"); }
  private Intent put(String name, String value) {
    parts.put(name.replaceAll("^android[.]intent[.]extra[.]", ""), value);
    return this;
  }
  public String toString() { return parts.toString().replace("android.intent.", "") + (data == null ? "" : " " + data); }
}
