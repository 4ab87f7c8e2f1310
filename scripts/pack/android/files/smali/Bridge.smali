# window.idleforgeHost in the pages: messages of src/lib/bridge/messages.ts, and what page.js needs. The web view calls it in a
# thread of its own, so each call is put into the queue of the main thread.
.class public final Ldev/idleforge/app/Bridge;
.super Ljava/lang/Object;

.field private final main:Ldev/idleforge/app/Main;

.method public constructor <init>(Ldev/idleforge/app/Main;)V
    .registers 2
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Ldev/idleforge/app/Bridge;->main:Ldev/idleforge/app/Main;
    return-void
.end method

.method public postMessage(Ljava/lang/String;)V
    .registers 4
    .annotation runtime Landroid/webkit/JavascriptInterface;
    .end annotation
    const-string v0, "message"
    const/4 v1, 0x0
    invoke-direct {p0, v0, p1, v1, v1}, Ldev/idleforge/app/Bridge;->queue(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void
.end method

.method public share(Ljava/lang/String;Ljava/lang/String;)V
    .registers 5
    .annotation runtime Landroid/webkit/JavascriptInterface;
    .end annotation
    const-string v0, "share"
    const/4 v1, 0x0
    invoke-direct {p0, v0, p1, p2, v1}, Ldev/idleforge/app/Bridge;->queue(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void
.end method

# Name, media type and content in Base64.
.method public save(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 5
    .annotation runtime Landroid/webkit/JavascriptInterface;
    .end annotation
    const-string v0, "save"
    invoke-direct {p0, v0, p1, p2, p3}, Ldev/idleforge/app/Bridge;->queue(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    return-void
.end method

.method private queue(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 11
    new-instance v0, Ldev/idleforge/app/Call;
    iget-object v1, p0, Ldev/idleforge/app/Bridge;->main:Ldev/idleforge/app/Main;
    move-object v2, p1
    move-object v3, p2
    move-object v4, p3
    move-object v5, p4
    invoke-direct/range {v0 .. v5}, Ldev/idleforge/app/Call;-><init>(Ldev/idleforge/app/Main;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    invoke-virtual {v1, v0}, Ldev/idleforge/app/Main;->runOnUiThread(Ljava/lang/Runnable;)V
    return-void
.end method
