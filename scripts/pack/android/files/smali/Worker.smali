# Requests of the site's service worker, which do not pass Pages.
.class public final Ldev/idleforge/app/Worker;
.super Landroid/webkit/ServiceWorkerClient;

.method public constructor <init>()V
    .registers 1
    invoke-direct {p0}, Landroid/webkit/ServiceWorkerClient;-><init>()V
    return-void
.end method

.method public shouldInterceptRequest(Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    .registers 3
    invoke-static {p1}, Ldev/idleforge/app/Address;->filter(Landroid/webkit/WebResourceRequest;)Landroid/webkit/WebResourceResponse;
    move-result-object v0
    return-object v0
.end method
