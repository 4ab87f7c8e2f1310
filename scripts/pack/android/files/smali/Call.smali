# A call of a page to the app, on the main thread.
.class public final Ldev/idleforge/app/Call;
.super Ljava/lang/Object;
.implements Ljava/lang/Runnable;

.field private final main:Ldev/idleforge/app/Main;
.field private final kind:Ljava/lang/String;
.field private final one:Ljava/lang/String;
.field private final two:Ljava/lang/String;
.field private final three:Ljava/lang/String;

.method public constructor <init>(Ldev/idleforge/app/Main;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    .registers 6
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    iput-object p1, p0, Ldev/idleforge/app/Call;->main:Ldev/idleforge/app/Main;
    iput-object p2, p0, Ldev/idleforge/app/Call;->kind:Ljava/lang/String;
    iput-object p3, p0, Ldev/idleforge/app/Call;->one:Ljava/lang/String;
    iput-object p4, p0, Ldev/idleforge/app/Call;->two:Ljava/lang/String;
    iput-object p5, p0, Ldev/idleforge/app/Call;->three:Ljava/lang/String;
    return-void
.end method

.method public run()V
    .registers 7
    iget-object v0, p0, Ldev/idleforge/app/Call;->main:Ldev/idleforge/app/Main;
    # Only a page of the service may call, whatever the web view has loaded meanwhile.
    invoke-virtual {v0}, Ldev/idleforge/app/Main;->isOnOwnPage()Z
    move-result v1
    if-eqz v1, :done
    iget-object v1, p0, Ldev/idleforge/app/Call;->kind:Ljava/lang/String;
    iget-object v2, p0, Ldev/idleforge/app/Call;->one:Ljava/lang/String;
    iget-object v3, p0, Ldev/idleforge/app/Call;->two:Ljava/lang/String;
    iget-object v4, p0, Ldev/idleforge/app/Call;->three:Ljava/lang/String;
    const-string v5, "message"
    invoke-virtual {v5, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v5
    if-eqz v5, :share
    invoke-virtual {v0, v2}, Ldev/idleforge/app/Main;->receive(Ljava/lang/String;)V
    return-void
    :share
    const-string v5, "share"
    invoke-virtual {v5, v1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v5
    if-eqz v5, :save
    invoke-virtual {v0, v2, v3}, Ldev/idleforge/app/Main;->share(Ljava/lang/String;Ljava/lang/String;)V
    return-void
    :save
    invoke-virtual {v0, v2, v3, v4}, Ldev/idleforge/app/Main;->save(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V
    :done
    return-void
.end method
