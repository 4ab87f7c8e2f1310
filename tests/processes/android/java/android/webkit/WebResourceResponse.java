package android.webkit;

import java.io.InputStream;
import java.util.Map;

public class WebResourceResponse {
  public final int status;
  public WebResourceResponse(String type, String charset, int status, String reason, Map<String, String> headers, InputStream body) {
    this.status = status;
  }
}
