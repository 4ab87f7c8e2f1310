# Files that the web view can't show: packages of the download page. The browser saves them, since they are public.
.class public final Ldev/idleforge/app/Downloads;
.super Ljava/lang/Object;
.implements Landroid/webkit/DownloadListener;

.field private final main:Ldev/idleforge/app/Main;

.method public constructor <init>(Ldev/idleforge/app/Main;)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Ldev/idleforge/app/Downloads;->main:Ldev/idleforge/app/Main;
    return-void
.end method

.method public onDownloadStart(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;J)V
    .registers 9
    iget-object v0, p0, Ldev/idleforge/app/Downloads;->main:Ldev/idleforge/app/Main;
    const-string v1, "http"
    invoke-virtual {p1, v1}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v1
    if-eqz v1, :memory
    invoke-virtual {v0, p1}, Ldev/idleforge/app/Main;->browse(Ljava/lang/String;)V
    return-void
    # A file in the page's memory that page.js has not handed over, because it is too large.
    :memory
    const v1, @string/not_saved@
    invoke-virtual {v0, v1}, Ldev/idleforge/app/Main;->say(I)V
    return-void
.end method
