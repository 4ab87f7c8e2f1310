# Which addresses the web view may load: those of the service that the app was packed for.
.class public final Ldev/idleforge/app/Address;
.super Ljava/lang/Object;

.field public static final ORIGIN:Ljava/lang/String; = "@ORIGIN@"

.method public static isOwn(Ljava/lang/String;)Z
    .registers 2
    if-eqz p0, :no
    # With the slash: https://site.example.evil.example and https://site.example@evil.example begin with the origin too.
    const-string v0, "@ORIGIN@/"
    invoke-virtual {p0, v0}, Ljava/lang/String;->startsWith(Ljava/lang/String;)Z
    move-result v0
    return v0
    :no
    const/4 v0, 0x0
    return v0
.end method

# A page that needs the session, which only the app has. Everything else of the site is public.
.method public static isPrivate(Ljava/lang/String;)Z
    .registers 2
    const-string v0, "\\Q@ORIGIN@\\E/(user|messages)([/?#].*)?"
    invoke-virtual {p0, v0}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v0
    return v0
.end method

# The reply to a request of a page or its worker: null lets it pass; every other origin gets 403 without being asked.
.method public static filter(Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    .registers 3
    invoke-interface {p0}, Landroid/webkit/WebResourceRequest;->getUrl()Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Ldev/idleforge/app/Address;->isOwn(Ljava/lang/String;)Z
    move-result v1
    if-nez v1, :pass
    # data: and blob: are parts of a page.
    const-string v1, "(data|blob):.*"
    invoke-virtual {v0, v1}, Ljava/lang/String;->matches(Ljava/lang/String;)Z
    move-result v1
    if-nez v1, :pass
    invoke-static {}, Ldev/idleforge/app/Address;->refuse()Landroid/webkit/WebResourceResponse;
    move-result-object v0
    return-object v0
    :pass
    const/4 v0, 0x0
    return-object v0
.end method

.method public static refuse()Landroid/webkit/WebResourceResponse;
    .registers 8
    const/4 v0, 0x0
    new-array v0, v0, [B
    new-instance v6, Ljava/io/ByteArrayInputStream;
    invoke-direct {v6, v0}, Ljava/io/ByteArrayInputStream;-><init>([B)V
    new-instance v0, Landroid/webkit/WebResourceResponse;
    const-string v1, "text/plain"
    const-string v2, "utf-8"
    const/16 v3, 0x193
    const-string v4, "Forbidden"
    invoke-static {}, Ljava/util/Collections;->emptyMap()Ljava/util/Map;
    move-result-object v5
    invoke-direct/range {v0 .. v6}, Landroid/webkit/WebResourceResponse;-><init>(Ljava/lang/String;Ljava/lang/String;ILjava/lang/String;Ljava/util/Map;Ljava/io/InputStream;)V
    return-object v0
.end method
