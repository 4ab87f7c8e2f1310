package android;

/** The phone of a test: what it was asked for is a line of the output. */
public final class Device {
  /** No app takes an intent. */
  public static boolean isBare;

  public static void log(String line) {
    System.out.println(line);
  }

  /** The name of a resource, such as "id/web", by the ids that aapt has read from the app. */
  public static String name(int id) {
    return System.getProperty(Integer.toHexString(id));
  }
}
