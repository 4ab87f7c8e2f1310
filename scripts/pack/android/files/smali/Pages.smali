# What the web view asks of the app while it loads pages.
.class public final Ldev/idleforge/app/Pages;
.super Landroid/webkit/WebViewClient;

.field private final main:Ldev/idleforge/app/Main;

.method public constructor <init>(Ldev/idleforge/app/Main;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Ldev/idleforge/app/Pages;->main:Ldev/idleforge/app/Main;
    return-void
.end method

# A link to another site opens in the browser; in a frame it opens nowhere.
.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .registers 6
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Ldev/idleforge/app/Address;->isOwn(Ljava/lang/String;)Z
    move-result v1
    if-nez v1, :own
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v1
    if-eqz v1, :done
    iget-object v1, p0, Ldev/idleforge/app/Pages;->main:Ldev/idleforge/app/Main;
    invoke-virtual {v1, v0}, Ldev/idleforge/app/Main;->browse(Ljava/lang/String;)V
    :done
    const/4 v0, 0x1
    return v0
    :own
    const/4 v0, 0x0
    return v0
.end method

.method public shouldInterceptRequest(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    .registers 4
    invoke-static {p2}, Ldev/idleforge/app/Address;->filter(Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    move-result-object v0
    return-object v0
.end method

.method public onPageStarted(Landroid/webkit/WebView;Ljava/lang/String;Landroid/graphics/Bitmap;)V
    .registers 4
    invoke-direct {p0, p1, p2}, Ldev/idleforge/app/Pages;->prepare(Landroid/webkit/WebView;Ljava/lang/String;)V
    return-void
.end method

.method public onPageFinished(Landroid/webkit/WebView;Ljava/lang/String;)V
    .registers 4
    # Again, because some versions of the web view report the start while the page before is still shown.
    invoke-direct {p0, p1, p2}, Ldev/idleforge/app/Pages;->prepare(Landroid/webkit/WebView;Ljava/lang/String;)V
    iget-object v0, p0, Ldev/idleforge/app/Pages;->main:Ldev/idleforge/app/Main;
    invoke-virtual {v0}, Ldev/idleforge/app/Main;->finishLoad()V
    return-void
.end method

.method private prepare(Landroid/webkit/WebView;Ljava/lang/String;)V
    .registers 5
    invoke-static {p2}, Ldev/idleforge/app/Address;->isOwn(Ljava/lang/String;)Z
    move-result v0
    if-eqz v0, :done
    const-string v0, "@PAGE_SCRIPT@"
    const/4 v1, 0x0
    invoke-virtual {p1, v0, v1}, Landroid/webkit/WebView;->evaluateJavascript(Ljava/lang/String;Landroid/webkit/ValueCallback;)V
    :done
    return-void
.end method

# The page itself could not be loaded. The site's own worker shows a page of its own once it is installed.
.method public onReceivedError(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;Landroid/webkit/WebResourceError;)V
    .registers 5
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->isForMainFrame()Z
    move-result v0
    if-eqz v0, :done
    iget-object v0, p0, Ldev/idleforge/app/Pages;->main:Ldev/idleforge/app/Main;
    invoke-virtual {v0}, Ldev/idleforge/app/Main;->failLoad()V
    :done
    return-void
.end method
