package android.content;

import android.net.Uri;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.OutputStream;

public class ContentResolver {
  public final OutputStream openOutputStream(Uri place) throws FileNotFoundException {
    if (place.toString().endsWith("full")) throw new FileNotFoundException();
    return new ByteArrayOutputStream() {
      public void close() { android.Device.log("write " + place + " " + this); }
    };
  }
}
