; Starts the miner for a window in the browser. The miner is a console program, and a console that Windows opens for it would stay as a
; black window; ShellExecute with SW_HIDE opens it hidden. What follows the launcher's name is handed on.
Target amd64-unicode
RequestExecutionLevel user
ManifestSupportedOS all
SetDateSave off
SilentInstall silent
Icon "icon.ico"

!include FileFunc.nsh

Name "${PRODUCT}"
OutFile "${OUTPUT}"
VIProductVersion "${VERSION}.0"
VIFileVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "${PRODUCT}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "${PRODUCT}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "CompanyName" "${PUBLISHER}"
VIAddVersionKey /LANG=0 "LegalCopyright" "${PUBLISHER}"

Section
  ${GetParameters} $0
  ExecShell "open" "$EXEDIR\idleforge-miner.exe" "--window $0" SW_HIDE
SectionEnd
