# A window that a page has opened: its address is handed on, and nothing is loaded in it.
.class public final Ldev/idleforge/app/Popup;
.super Landroid/webkit/WebViewClient;

.field private final main:Ldev/idleforge/app/Main;

.method public constructor <init>(Ldev/idleforge/app/Main;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebViewClient;-><init>()V
    iput-object p1, p0, Ldev/idleforge/app/Popup;->main:Ldev/idleforge/app/Main;
    return-void
.end method

.method public shouldOverrideUrlLoading(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Z
    .registers 5
    invoke-interface {p2}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Ldev/idleforge/app/Popup;->main:Ldev/idleforge/app/Main;
    invoke-virtual {v1, v0}, Ldev/idleforge/app/Main;->openWindow(Ljava/lang/String;)V
    const/4 v0, 0x1
    return v0
.end method

.method public shouldInterceptRequest(Landroid/webkit/WebView;Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    .registers 4
    invoke-static {}, Ldev/idleforge/app/Address;->refuse()Landroid/webkit/WebResourceResponse;
    move-result-object v0
    return-object v0
.end method
