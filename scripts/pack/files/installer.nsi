; The installer for Windows: for one user, without administrator rights.
; Silent: Setup.exe /S [/AUTOSTART] [/D=FOLDER], Uninstall.exe /S [/DELETEDEVICE]. Exit code 2: the miner runs.
; The stub of the same architecture as the program.
Target amd64-unicode
RequestExecutionLevel user
ManifestSupportedOS all
SetCompressor /SOLID lzma
SetDateSave off
CRCCheck on

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define PROGRAM "idleforge-miner.exe"
!define LAUNCHER "${PRODUCT}.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\IdleforgeMiner"
!define START_LINK "$SMPROGRAMS\${PRODUCT}.lnk"
!define AUTOSTART_LINK "$SMSTARTUP\${PRODUCT}.lnk"

Name "${PRODUCT}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\${PRODUCT}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
BrandingText "${PRODUCT} ${VERSION}"
!define MUI_ICON "icon.ico"
!define MUI_UNICON "icon.ico"
!ifdef SIGN
  !uninstfinalize '${SIGN}'
!endif

VIProductVersion "${VERSION}.0"
VIFileVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "${PRODUCT}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "${PRODUCT}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "CompanyName" "${PUBLISHER}"
VIAddVersionKey /LANG=0 "LegalCopyright" "${PUBLISHER}"

!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_FUNCTION Start
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString AUTOSTART ${LANG_ENGLISH} "Start with Windows"
LangString AUTOSTART ${LANG_SIMPCHINESE} "开机时启动"
LangString RUNNING ${LANG_ENGLISH} "${PRODUCT} is running. Stop it in its window, then try again."
LangString RUNNING ${LANG_SIMPCHINESE} "${PRODUCT} 正在运行。请在其窗口中停止后重试。"
LangString KEEP_DEVICE ${LANG_ENGLISH} "Keep this device? A new installation then continues as the same device. If not, its token is deleted."
LangString KEEP_DEVICE ${LANG_SIMPCHINESE} "是否保留此设备？保留后重新安装时仍为同一设备；不保留则删除其令牌。"

; A program that runs can't be opened for writing.
!macro RequireStopped
  ${Do}
    ${IfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
      ${Break}
    ${EndIf}
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}" a
    ${IfNot} ${Errors}
      FileClose $0
      ${Break}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY +3
    SetErrorLevel 2
    Quit
  ${Loop}
!macroend

!macro Link LINK PARAMETERS
  CreateShortcut "${LINK}" "$INSTDIR\${LAUNCHER}" "${PARAMETERS}" "$INSTDIR\${PROGRAM}" 0 SW_SHOWNORMAL "" "${PRODUCT}"
!macroend

Section "${PRODUCT}"
  SectionIn RO
  !insertmacro RequireStopped
  SetOutPath "$INSTDIR"
  File "${PROGRAM}"
  File "${LAUNCHER}"
  File "LICENSES.txt"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  !insertmacro Link "${START_LINK}" ""
  ; The window copies it into the Startup folder when its user asks for that.
  !insertmacro Link "$INSTDIR\Autostart.lnk" "--background"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${PRODUCT}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "URLInfoAbout" "${SERVICE}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" $0
SectionEnd

Section /o "$(AUTOSTART)" Autostart
  !insertmacro Link "${AUTOSTART_LINK}" "--background"
SectionEnd

Function .onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AUTOSTART" $1
  ${IfNot} ${Errors}
  ${OrIf} ${FileExists} "${AUTOSTART_LINK}"
    !insertmacro SelectSection ${Autostart}
  ${EndIf}
FunctionEnd

; An update in which the choice was taken back.
Function .onInstSuccess
  ${IfNot} ${SectionIsSelected} ${Autostart}
    Delete "${AUTOSTART_LINK}"
  ${EndIf}
FunctionEnd

Function Start
  ExecShell "" "${START_LINK}"
FunctionEnd

Section Uninstall
  !insertmacro RequireStopped
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DELETEDEVICE" $1
  ${If} ${Errors}
    MessageBox MB_YESNO|MB_ICONQUESTION "$(KEEP_DEVICE)" /SD IDYES IDYES keep
  ${EndIf}
  Delete "$PROFILE\.idleforge\*.json"
  RMDir "$PROFILE\.idleforge"
  keep:
  Delete "${AUTOSTART_LINK}"
  Delete "${START_LINK}"
  Delete "$INSTDIR\${PROGRAM}"
  Delete "$INSTDIR\${LAUNCHER}"
  Delete "$INSTDIR\Autostart.lnk"
  Delete "$INSTDIR\LICENSES.txt"
  Delete "$INSTDIR\Uninstall.exe"
  ; Only if it is empty: the user may have chosen a folder with other files.
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
SectionEnd
