package android.widget;

import android.content.Context;

public class Toast {
  private int text;
  public static Toast makeText(Context context, int text, int duration) {
    Toast toast = new Toast();
    toast.text = text;
    return toast;
  }
  public void show() { android.Device.log("say " + android.Device.name(text)); }
}
