package android.net;

public final class Uri {
  private final String text;
  private Uri(String text) { this.text = text; }
  public static Uri parse(String text) { return new Uri(text); }
  public String getScheme() { return text.contains(":") ? text.substring(0, text.indexOf(":")) : null; }
  public String toString() { return text; }
}
