# The activity: one web view of the service. Calls of the framework are as in https://developer.android.com/reference.
.class public final Ldev/idleforge/app/Main;
.super Landroid/app/Activity;

.field private web:Landroid/webkit/WebView;
.field private offline:Landroid/view/View;
.field private popup:Landroid/webkit/WebView;
# Whether the page could not be loaded.
.field private failed:Z
# Waits for the file that the user chooses.
.field private chooser:Landroid/webkit/ValueCallback;
# Waits for the place that the user chooses for it.
.field private content:[B

.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method

.method protected onCreate(Landroid/os/Bundle;)V
    .registers 5
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V
    const v0, @layout/main@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->setContentView(I)V
    const v0, @id/offline@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    iput-object v0, p0, Ldev/idleforge/app/Main;->offline:Landroid/view/View;
    const v0, @id/web@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->findViewById(I)Landroid/view/View;
    move-result-object v0
    check-cast v0, Landroid/webkit/WebView;
    iput-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-direct {p0, v0}, Ldev/idleforge/app/Main;->set(Landroid/webkit/WebView;)V
    # The system ended the app in the background: the pages that were open come back.
    if-eqz p1, :start
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->restoreState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    move-result-object v1
    if-nez v1, :done
    :start
    const-string v1, "@ORIGIN@/user/"
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    :done
    return-void
.end method

.method private set(Landroid/webkit/WebView;)V
    .registers 6
    invoke-virtual {p1}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v0
    const/4 v1, 0x1
    const/4 v2, 0x0
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setSupportMultipleWindows(Z)V
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setAllowContentAccess(Z)V
    invoke-virtual {v0, v2}, Landroid/webkit/WebSettings;->setGeolocationEnabled(Z)V
    # MIXED_CONTENT_NEVER_ALLOW.
    invoke-virtual {v0, v1}, Landroid/webkit/WebSettings;->setMixedContentMode(I)V
    new-instance v0, Ldev/idleforge/app/Pages;
    invoke-direct {v0, p0}, Ldev/idleforge/app/Pages;-><init>(Ldev/idleforge/app/Main;)V
    invoke-virtual {p1, v0}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    new-instance v0, Ldev/idleforge/app/Windows;
    invoke-direct {v0, p0}, Ldev/idleforge/app/Windows;-><init>(Ldev/idleforge/app/Main;)V
    invoke-virtual {p1, v0}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V
    new-instance v0, Ldev/idleforge/app/Downloads;
    invoke-direct {v0, p0}, Ldev/idleforge/app/Downloads;-><init>(Ldev/idleforge/app/Main;)V
    invoke-virtual {p1, v0}, Landroid/webkit/WebView;->setDownloadListener(Landroid/webkit/DownloadListener;)V
    new-instance v0, Ldev/idleforge/app/Bridge;
    invoke-direct {v0, p0}, Ldev/idleforge/app/Bridge;-><init>(Ldev/idleforge/app/Main;)V
    const-string v3, "idleforgeHost"
    invoke-virtual {p1, v0, v3}, Landroid/webkit/WebView;->addJavascriptInterface(Ljava/lang/Object;Ljava/lang/String;)V
    invoke-static {}, Landroid/webkit/ServiceWorkerController;->getInstance()Landroid/webkit/ServiceWorkerController;
    move-result-object v0
    new-instance v3, Ldev/idleforge/app/Worker;
    invoke-direct {v3}, Ldev/idleforge/app/Worker;-><init>()V
    invoke-virtual {v0, v3}, Landroid/webkit/ServiceWorkerController;->setServiceWorkerClient(Landroid/webkit/ServiceWorkerClient;)V
    return-void
.end method

.method protected onSaveInstanceState(Landroid/os/Bundle;)V
    .registers 3
    invoke-super {p0, p1}, Landroid/app/Activity;->onSaveInstanceState(Landroid/os/Bundle;)V
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->saveState(Landroid/os/Bundle;)Landroid/webkit/WebBackForwardList;
    return-void
.end method

.method protected onPause()V
    .registers 2
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->onPause()V
    return-void
.end method

.method protected onResume()V
    .registers 4
    invoke-super {p0}, Landroid/app/Activity;->onResume()V
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->onResume()V
    iget-boolean v1, p0, Ldev/idleforge/app/Main;->failed:Z
    if-eqz v1, :refresh
    const/4 v1, 0x0
    invoke-virtual {p0, v1}, Ldev/idleforge/app/Main;->retry(Landroid/view/View;)V
    return-void
    # The message of src/lib/bridge/messages.ts; pages that do not listen ignore it.
    :refresh
    invoke-virtual {p0}, Ldev/idleforge/app/Main;->isOnOwnPage()Z
    move-result v1
    if-eqz v1, :done
    const-string v1, "window.postMessage({type:'refresh'},location.origin)"
    const/4 v2, 0x0
    invoke-virtual {v0, v1, v2}, Landroid/webkit/WebView;->evaluateJavascript(Ljava/lang/String;Landroid/webkit/ValueCallback;)V
    :done
    return-void
.end method

.method public onBackPressed()V
    .registers 3
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->canGoBack()Z
    move-result v1
    if-eqz v1, :leave
    const/4 v1, 0x0
    iput-boolean v1, p0, Ldev/idleforge/app/Main;->failed:Z
    invoke-virtual {v0}, Landroid/webkit/WebView;->goBack()V
    return-void
    :leave
    invoke-super {p0}, Landroid/app/Activity;->onBackPressed()V
    return-void
.end method

.method public isOnOwnPage()Z
    .registers 2
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->getUrl()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Ldev/idleforge/app/Address;->isOwn(Ljava/lang/String;)Z
    move-result v0
    return v0
.end method

# --- No connection

.method public failLoad()V
    .registers 3
    const/4 v0, 0x1
    iput-boolean v0, p0, Ldev/idleforge/app/Main;->failed:Z
    iget-object v0, p0, Ldev/idleforge/app/Main;->offline:Landroid/view/View;
    # VISIBLE.
    const/4 v1, 0x0
    invoke-virtual {v0, v1}, Landroid/view/View;->setVisibility(I)V
    return-void
.end method

# A page that failed is finished too: the web view then shows its own message, which stays covered.
.method public finishLoad()V
    .registers 3
    iget-boolean v0, p0, Ldev/idleforge/app/Main;->failed:Z
    if-nez v0, :done
    iget-object v0, p0, Ldev/idleforge/app/Main;->offline:Landroid/view/View;
    # GONE.
    const/16 v1, 0x8
    invoke-virtual {v0, v1}, Landroid/view/View;->setVisibility(I)V
    :done
    return-void
.end method

# The button of res/layout/main.xml.
.method public retry(Landroid/view/View;)V
    .registers 3
    const/4 v0, 0x0
    iput-boolean v0, p0, Ldev/idleforge/app/Main;->failed:Z
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->reload()V
    return-void
.end method

# --- Addresses

# Opens an address in the browser or the mail program. Other schemes could start any app with any data.
.method public browse(Ljava/lang/String;)V
    .registers 5
    const-string v0, "(https?|mailto):.*"
    invoke-virtual {p1, v0}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v0
    if-eqz v0, :done
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.VIEW"
    invoke-static {p1}, Landroid/net/Uri;->parse(Ljava/lang/String;)Landroid/net/Uri;
    move-result-object v2
    invoke-direct {v0, v1, v2}, Landroid/content/Intent;-><init>(Ljava/lang/String;Landroid/net/Uri;)V
    const-string v1, "android.intent.category.BROWSABLE"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->addCategory(Ljava/lang/String;)Landroid/content/Intent;
    :try_start
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->startActivity(Landroid/content/Intent;)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :none
    :done
    return-void
    :none
    move-exception v0
    const v0, @string/no_app@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->say(I)V
    return-void
.end method

# An address of a new window. Public pages open beside the app, so that a form in it keeps what was typed.
.method public openWindow(Ljava/lang/String;)V
    .registers 3
    invoke-static {p1}, Ldev/idleforge/app/Address;->isPrivate(Ljava/lang/String;)Z
    move-result v0
    if-eqz v0, :public
    iget-object v0, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v0, p1}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
    :public
    invoke-virtual {p0, p1}, Ldev/idleforge/app/Main;->browse(Ljava/lang/String;)V
    return-void
.end method

.method public createPopup()Landroid/webkit/WebView;
    .registers 4
    # The one before, whose address was handed on long ago.
    iget-object v0, p0, Ldev/idleforge/app/Main;->popup:Landroid/webkit/WebView;
    if-eqz v0, :create
    invoke-virtual {v0}, Landroid/webkit/WebView;->destroy()V
    :create
    new-instance v0, Landroid/webkit/WebView;
    invoke-direct {v0, p0}, Landroid/webkit/WebView;-><init>(Landroid/content/Context;)V
    iput-object v0, p0, Ldev/idleforge/app/Main;->popup:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v1
    const/4 v2, 0x0
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowContentAccess(Z)V
    new-instance v1, Ldev/idleforge/app/Popup;
    invoke-direct {v1, p0}, Ldev/idleforge/app/Popup;-><init>(Ldev/idleforge/app/Main;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    return-object v0
.end method

# --- Calls of a page

# Acts on a message of the page; "ready" and "resize" are meant for apps that show it in a pane.
.method public receive(Ljava/lang/String;)V
    .registers 7
    :try_start
    new-instance v0, Lorg/json/JSONObject;
    invoke-direct {v0, p1}, Lorg/json/JSONObject;-><init>(Ljava/lang/String;)V
    :try_end
    .catch Lorg/json/JSONException; {:try_start .. :try_end} :invalid
    const-string v1, "type"
    invoke-virtual {v0, v1}, Lorg/json/JSONObject;->optString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    const-string v2, "open"
    invoke-virtual {v2, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v2
    if-nez v2, :open
    const-string v2, "close"
    invoke-virtual {v2, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v2
    if-nez v2, :close
    const-string v2, "unread"
    invoke-virtual {v2, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v2
    if-eqz v2, :invalid_type
    const-string v1, "count"
    invoke-virtual {v0, v1}, Lorg/json/JSONObject;->optInt(Ljava/lang/String;)I
    move-result v0
    invoke-direct {p0, v0}, Ldev/idleforge/app/Main;->showUnread(I)V
    :invalid_type
    return-void
    :invalid
    move-exception v0
    return-void
    # Here and not in the browser: the session is here.
    :open
    const-string v1, "path"
    invoke-virtual {v0, v1}, Lorg/json/JSONObject;->optString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    const-string v1, "@ORIGIN@"
    invoke-virtual {v1, v0}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    # Not so where the path lacks its slash, and would go on with the host.
    invoke-static {v0}, Ldev/idleforge/app/Address;->isOwn(Ljava/lang/String;)Z
    move-result v1
    if-eqz v1, :invalid_type
    iget-object v1, p0, Ldev/idleforge/app/Main;->web:Landroid/webkit/WebView;
    invoke-virtual {v1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    return-void
    :close
    invoke-virtual {p0}, Ldev/idleforge/app/Main;->onBackPressed()V
    return-void
.end method

# The count in the list of recent apps: a badge on the icon would take a notification.
.method private showUnread(I)V
    .registers 5
    const v0, @string/name@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->getString(I)Ljava/lang/String;
    move-result-object v0
    if-lez p1, :show
    new-instance v1, Ljava/lang/StringBuilder;
    invoke-direct {v1, v0}, Ljava/lang/StringBuilder;-><init>(Ljava/lang/String;)V
    const-string v0, " ("
    invoke-virtual {v1, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v1, p1}, Ljava/lang/StringBuilder;->append(I)Ljava/lang/StringBuilder;
    const-string v0, ")"
    invoke-virtual {v1, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v1}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v0
    :show
    new-instance v1, Landroid/app/ActivityManager$TaskDescription;
    invoke-direct {v1, v0}, Landroid/app/ActivityManager$TaskDescription;-><init>(Ljava/lang/String;)V
    invoke-virtual {p0, v1}, Ldev/idleforge/app/Main;->setTaskDescription(Landroid/app/ActivityManager$TaskDescription;)V
    return-void
.end method

.method public share(Ljava/lang/String;Ljava/lang/String;)V
    .registers 6
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.SEND"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v1, "text/plain"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->setType(Ljava/lang/String;)Landroid/content/Intent;
    const-string v1, "android.intent.extra.SUBJECT"
    invoke-virtual {v0, v1, p1}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    const-string v1, "android.intent.extra.TEXT"
    invoke-virtual {v0, v1, p2}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    const/4 v1, 0x0
    # The chooser tells by itself where no app takes it.
    invoke-static {v0, v1}, Landroid/content/Intent;->createChooser(Landroid/content/Intent;Ljava/lang/CharSequence;)Landroid/content/Intent;
    move-result-object v0
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->startActivity(Landroid/content/Intent;)V
    return-void
.end method

# Asks where to save a file. It is written in onActivityResult.
.method public save(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 6
    const/4 v0, 0x0
    :try_start
    invoke-static {p3, v0}, Landroid/util/Base64;->decode(Ljava/lang/String;I)[B
    move-result-object v0
    iput-object v0, p0, Ldev/idleforge/app/Main;->content:[B
    new-instance v0, Landroid/content/Intent;
    const-string v1, "android.intent.action.CREATE_DOCUMENT"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v1, "android.intent.category.OPENABLE"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->addCategory(Ljava/lang/String;)Landroid/content/Intent;
    const-string v1, "android.intent.extra.TITLE"
    invoke-virtual {v0, v1, p1}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    invoke-virtual {p2}, Ljava/lang/String;->isEmpty()Z
    move-result v1
    if-eqz v1, :typed
    const-string p2, "application/octet-stream"
    :typed
    invoke-virtual {v0, p2}, Landroid/content/Intent;->setType(Ljava/lang/String;)Landroid/content/Intent;
    const/4 v1, 0x2
    invoke-virtual {p0, v0, v1}, Ldev/idleforge/app/Main;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    # The text is no Base64, or the phone has no program for files.
    .catch Ljava/lang/RuntimeException; {:try_start .. :try_end} :none
    return-void
    :none
    move-exception v0
    const v0, @string/not_saved@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->say(I)V
    return-void
.end method

.method public chooseFile(Landroid/webkit/ValueCallback;Landroid/content/Intent;)V
    .registers 5
    iput-object p1, p0, Ldev/idleforge/app/Main;->chooser:Landroid/webkit/ValueCallback;
    const/4 v0, 0x1
    :try_start
    invoke-virtual {p0, p2, v0}, Ldev/idleforge/app/Main;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :none
    return-void
    :none
    move-exception v0
    const/4 v0, 0x0
    invoke-direct {p0, v0}, Ldev/idleforge/app/Main;->answerChooser(Landroid/net/Uri;)V
    const v0, @string/no_app@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->say(I)V
    return-void
.end method

# The user has chosen: a file for the page (1), or the place for one that is saved (2).
.method protected onActivityResult(IILandroid/content/Intent;)V
    .registers 6
    const/4 v0, 0x0
    # RESULT_OK.
    const/4 v1, -0x1
    if-ne p2, v1, :answer
    if-eqz p3, :answer
    invoke-virtual {p3}, Landroid/content/Intent;->getData()Landroid/net/Uri;
    move-result-object v0
    :answer
    const/4 v1, 0x1
    if-ne p1, v1, :save
    invoke-direct {p0, v0}, Ldev/idleforge/app/Main;->answerChooser(Landroid/net/Uri;)V
    return-void
    :save
    if-eqz v0, :forget
    invoke-direct {p0, v0}, Ldev/idleforge/app/Main;->write(Landroid/net/Uri;)V
    :forget
    const/4 v0, 0x0
    iput-object v0, p0, Ldev/idleforge/app/Main;->content:[B
    return-void
.end method

# Null takes the choice back. Without an answer the page could never ask again.
.method private answerChooser(Landroid/net/Uri;)V
    .registers 6
    iget-object v0, p0, Ldev/idleforge/app/Main;->chooser:Landroid/webkit/ValueCallback;
    if-eqz v0, :done
    const/4 v1, 0x0
    iput-object v1, p0, Ldev/idleforge/app/Main;->chooser:Landroid/webkit/ValueCallback;
    if-eqz p1, :answer
    # A file: address of another app could name a file of this one, such as its cookies.
    const-string v2, "content"
    invoke-virtual {p1}, Landroid/net/Uri;->getScheme()Ljava/lang/String;
    move-result-object v3
    invoke-virtual {v2, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v2
    if-eqz v2, :answer
    const/4 v2, 0x1
    new-array v1, v2, [Landroid/net/Uri;
    const/4 v2, 0x0
    aput-object p1, v1, v2
    :answer
    invoke-interface {v0, v1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    :done
    return-void
.end method

.method private write(Landroid/net/Uri;)V
    .registers 5
    iget-object v0, p0, Ldev/idleforge/app/Main;->content:[B
    # The system has ended the app while the user chose.
    if-eqz v0, :lost
    :try_start
    invoke-virtual {p0}, Ldev/idleforge/app/Main;->getContentResolver()Landroid/content/ContentResolver;
    move-result-object v1
    invoke-virtual {v1, p1}, Landroid/content/ContentResolver;->openOutputStream(Landroid/net/Uri;)Ljava/io/OutputStream;
    move-result-object v1
    invoke-virtual {v1, v0}, Ljava/io/OutputStream;->write([B)V
    invoke-virtual {v1}, Ljava/io/OutputStream;->close()V
    :try_end
    # The place can be full, gone or forbidden.
    .catch Ljava/lang/Exception; {:try_start .. :try_end} :failed
    return-void
    :failed
    move-exception v0
    :lost
    const v0, @string/not_saved@
    invoke-virtual {p0, v0}, Ldev/idleforge/app/Main;->say(I)V
    return-void
.end method

.method public say(I)V
    .registers 4
    const/4 v0, 0x1
    invoke-static {p0, p1, v0}, Landroid/widget/Toast;->makeText(Landroid/content/Context;II)Landroid/widget/Toast;
    move-result-object v0
    invoke-virtual {v0}, Landroid/widget/Toast;->show()V
    return-void
.end method
