# Dialogs and windows that pages open.
.class public final Ldev/idleforge/app/Windows;
.super Landroid/webkit/WebChromeClient;

.field private final main:Ldev/idleforge/app/Main;

.method public constructor <init>(Ldev/idleforge/app/Main;)V
    .registers 2
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Ldev/idleforge/app/Windows;->main:Ldev/idleforge/app/Main;
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .registers 6
    invoke-virtual {p3}, Landroid/webkit/WebChromeClient$FileChooserParams;->createIntent()Landroid/content/Intent;
    move-result-object v0
    iget-object v1, p0, Ldev/idleforge/app/Windows;->main:Ldev/idleforge/app/Main;
    invoke-virtual {v1, p2, v0}, Ldev/idleforge/app/Main;->chooseFile(Landroid/webkit/ValueCallback;Landroid/content/Intent;)V
    const/4 v0, 0x1
    return v0
.end method

# A new window is a web view that is never shown: the only way to learn its address is to let it ask for it.
.method public onCreateWindow(Landroid/webkit/WebView;ZZLandroid/os/Message;)Z
    .registers 8
    # A window that no user has asked for.
    if-eqz p3, :done
    iget-object v0, p0, Ldev/idleforge/app/Windows;->main:Ldev/idleforge/app/Main;
    invoke-virtual {v0}, Ldev/idleforge/app/Main;->createPopup()Landroid/webkit/WebView;
    move-result-object v0
    iget-object v1, p4, Landroid/os/Message;->obj:Ljava/lang/Object;
    check-cast v1, Landroid/webkit/WebView$WebViewTransport;
    invoke-virtual {v1, v0}, Landroid/webkit/WebView$WebViewTransport;->setWebView(Landroid/webkit/WebView;)V
    invoke-virtual {p4}, Landroid/os/Message;->sendToTarget()V
    :done
    return p3
.end method
