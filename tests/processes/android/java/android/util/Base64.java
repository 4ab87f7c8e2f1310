package android.util;

public class Base64 {
  public static byte[] decode(String text, int flags) { return java.util.Base64.getDecoder().decode(text); }
}
