; What electron-builder's installer and uninstaller leave behind.

; The copy of the installer itself, in the folder of downloaded updates: it is for differential downloads, which the app never makes.
!macro customInstall
  Delete "$LOCALAPPDATA\${APP_INSTALLER_STORE_FILE}"
  RMDir "$LOCALAPPDATA\portside-updater"
!macroend

; Removes what the running app wrote to the registry: the uninstaller knows nothing of it. In Electron, shell/browser/browser_win.cc
; (SetLoginItemSettings, SetAsDefaultProtocolClient) and notifications/win/windows_toast_activator.cc (EnsureCLSIDRegistry) write it.

!macro customUnInstall
  ; An update runs the old version's uninstaller too.
  ${ifNot} ${isUpdated}
    ; A downloaded update.
    RMDir /r "$LOCALAPPDATA\portside-updater"

    ; app.setLoginItemSettings names its value after the AppUserModelId. The second key is the switch in the Task Manager.
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "${APP_ID}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "${APP_ID}"

    ; app.setAsDefaultProtocolClient
    DeleteRegKey HKCU "Software\Classes\portside"

    ; The COM server that Windows starts for a clicked notification. Electron draws its class ID at random, so it is
    ; recognised by the program that it starts.
    StrCpy $R0 0
    ${do}
      EnumRegKey $R1 HKCU "Software\Classes\CLSID" $R0
      ${if} $R1 == ""
        ${exitDo}
      ${endIf}
      ReadRegStr $R2 HKCU "Software\Classes\CLSID\$R1\LocalServer32" ""
      ${if} $R2 == "$INSTDIR\${APP_EXECUTABLE_FILENAME}"
        ClearErrors
        DeleteRegKey HKCU "Software\Classes\CLSID\$R1"
        ; The next key has this number now, unless the key could not be deleted.
        ${if} ${errors}
          IntOp $R0 $R0 + 1
        ${endIf}
      ${else}
        IntOp $R0 $R0 + 1
      ${endIf}
    ${loop}
    ClearErrors
  ${endIf}
!macroend
