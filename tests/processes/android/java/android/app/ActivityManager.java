package android.app;

public class ActivityManager {
  public static class TaskDescription {
    final String label;
    public TaskDescription(String label) { this.label = label; }
  }
}
