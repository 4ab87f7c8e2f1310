// Before the editor is loaded: it would look for a configuration of its own otherwise.
window.CMS_MANUAL_INIT = true
