/** An argument in an Exec line: quoted, and escaped a second time as a string of the file (Desktop Entry Specification, "The Exec key"). */
const quoteArgument = (text: string): string =>
  `"${text.replace(/["`$\\]/g, '\\$&')}"`.replaceAll('\\', '\\\\').replaceAll('%', '%%')

/** An entry of the XDG autostart folder. */
export const desktopEntry = (name: string, command: readonly string[]): string => `[Desktop Entry]
Type=Application
Name=${name}
Exec=${command.map(quoteArgument).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`

const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A property list for launchd (launchd.plist(5)), which is read when the user signs in. */
export const launchAgent = (
  label: string,
  command: readonly string[],
): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${escapeXml(label)}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((part) => `    <string>${escapeXml(part)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
</dict>
</plist>
`
