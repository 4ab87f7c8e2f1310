package android.view;

import android.content.Context;

public class View {
  public View(Context context) {}
  public void setVisibility(int visibility) { android.Device.log(visibility == 0 ? "offline shown" : "offline hidden"); }
}
