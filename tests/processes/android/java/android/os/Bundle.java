package android.os;

public final class Bundle {
  public boolean isEmpty;
}
