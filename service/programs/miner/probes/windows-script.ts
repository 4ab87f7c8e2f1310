/** Seconds between two lines of the script. */
const EVERY_SECONDS = 5

/**
 * C# that asks user32.dll; `#` stands for a double quote, which a command line would have to escape. `Busy` tells whether the window
 * in front covers its monitor: a window with a caption is only maximised, and the desktop, the lock screen and a screen saver are
 * no programs that their user watches.
 */
const source = `
using System; using System.Text; using System.Runtime.InteropServices;
public static class Idleforge {
  [StructLayout(LayoutKind.Sequential)] struct Input { public uint Size; public uint Time; }
  [StructLayout(LayoutKind.Sequential)] struct Rect { public int Left, Top, Right, Bottom; }
  [StructLayout(LayoutKind.Sequential)] struct Monitor { public int Size; public Rect Area; public Rect Work; public uint Flags; }
  [DllImport(#user32.dll#)] static extern bool GetLastInputInfo(ref Input input);
  [DllImport(#user32.dll#)] static extern IntPtr GetForegroundWindow();
  [DllImport(#user32.dll#)] static extern IntPtr GetDesktopWindow();
  [DllImport(#user32.dll#)] static extern IntPtr GetShellWindow();
  [DllImport(#user32.dll#)] static extern bool GetWindowRect(IntPtr window, out Rect rect);
  [DllImport(#user32.dll#)] static extern IntPtr MonitorFromWindow(IntPtr window, uint flags);
  [DllImport(#user32.dll#, CharSet = CharSet.Unicode)] static extern bool GetMonitorInfo(IntPtr monitor, ref Monitor info);
  [DllImport(#user32.dll#, CharSet = CharSet.Unicode)] static extern int GetClassName(IntPtr window, StringBuilder name, int size);
  [DllImport(#user32.dll#)] static extern int GetWindowLong(IntPtr window, int index);
  [DllImport(#user32.dll#)] static extern uint GetWindowThreadProcessId(IntPtr window, out uint process);
  public static long IdleMs() {
    Input input = new Input(); input.Size = (uint)Marshal.SizeOf(input);
    if (!GetLastInputInfo(ref input)) return -1;
    return unchecked((uint)Environment.TickCount - input.Time);
  }
  static bool IsShell(IntPtr window) {
    if (window == GetDesktopWindow() || window == GetShellWindow()) return true;
    StringBuilder name = new StringBuilder(256); GetClassName(window, name, 256);
    string kind = name.ToString();
    if (kind == #Progman# || kind == #WorkerW# || kind == #WindowsScreenSaverClass#) return true;
    uint process; GetWindowThreadProcessId(window, out process);
    try {
      string program = System.Diagnostics.Process.GetProcessById((int)process).ProcessName;
      return program == #LockApp# || program == #LogonUI# || program.EndsWith(#.scr#);
    } catch (Exception) { return false; }
  }
  public static bool Busy() {
    IntPtr window = GetForegroundWindow();
    if (window == IntPtr.Zero || IsShell(window)) return false;
    if ((GetWindowLong(window, -16) & 0xC00000) == 0xC00000) return false;
    Rect rect; Monitor info = new Monitor(); info.Size = Marshal.SizeOf(info);
    if (!GetWindowRect(window, out rect) || !GetMonitorInfo(MonitorFromWindow(window, 2), ref info)) return false;
    Rect area = info.Area;
    return rect.Left <= area.Left && rect.Top <= area.Top && rect.Right >= area.Right && rect.Bottom >= area.Bottom;
  }
}`

/**
 * A script for PowerShell 5.1 and newer that prints a JSON line every few seconds while the process `parent` runs. A PC whose policy
 * forbids `Add-Type` ends it at once.
 */
export const windowsScript = (parent: number): string =>
  `$ErrorActionPreference = 'Stop'
Add-Type -TypeDefinition ('${source}'.Replace('#', [string][char]34))
Add-Type -AssemblyName System.Windows.Forms
while (Get-Process -Id ${parent} -ErrorAction SilentlyContinue) {
  $line = [System.Windows.Forms.SystemInformation]::PowerStatus.PowerLineStatus
  $told = @{ idleMs = [Idleforge]::IdleMs(); isFullScreen = [Idleforge]::Busy(); power = [string]$line }
  [Console]::Out.WriteLine((ConvertTo-Json -Compress $told))
  [Console]::Out.Flush()
  Start-Sleep -Seconds ${EVERY_SECONDS}
}`
