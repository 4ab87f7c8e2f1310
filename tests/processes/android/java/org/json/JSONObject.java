package org.json;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the flat objects of the bridge. */
public class JSONObject {
  private final String text;
  public JSONObject(String text) throws JSONException {
    if (!text.startsWith("{")) throw new JSONException();
    this.text = text;
  }
  public String optString(String name) { return find(name, "\"([^\"]*)\"", ""); }
  public int optInt(String name) { return Integer.parseInt(find(name, "(\\d+)", "0")); }
  private String find(String name, String value, String none) {
    Matcher found = Pattern.compile("\"" + name + "\":" + value).matcher(text);
    return found.find() ? found.group(1) : none;
  }
}
