/** Consent page of a mock site; the checkbox stands for what the real site knows by itself. */
export const consentPage = ({ name, asks }: { name: string; asks: string }): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name} (stand-in)</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 12vh auto 0; max-width: 22rem; padding: 0 1.25rem; color: #181c20 }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem }
  p { color: #5b6470; margin: 0 0 1.5rem }
  label { display: block; margin-bottom: 1rem }
  input[name=name] { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .6rem .75rem; margin-top: .25rem; border: 1px solid #8a94a0; border-radius: 6px }
  button { font: inherit; padding: .6rem 1.1rem; border-radius: 6px; border: 1px solid #181c20; background: #fff; cursor: pointer }
  button[value=yes] { background: #181c20; color: #fff }
</style>
<h1>Let Idleforge see who you are on ${name}?</h1>
<p>A local stand-in for ${name}: use any name. Nothing leaves this machine.</p>
<form method="post">
  <label>Name on ${name}<input name="name" required maxlength="15" pattern="[A-Za-z0-9_]+" value="demo" autocomplete="off"></label>
  <label><input type="checkbox" name="has" checked> ${asks}</label>
  <button name="answer" value="yes">Allow</button>
  <button name="answer" value="no" formnovalidate>Cancel</button>
</form>
</html>
`
