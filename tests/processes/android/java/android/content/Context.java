package android.content;

public abstract class Context {
  public final String getString(int id) { return android.Device.name(id); }
  public ContentResolver getContentResolver() { return new ContentResolver(); }
}
