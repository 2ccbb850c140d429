//! The part of the account's page about how its owner is told that it is to act.

use super::PageCtx;
use super::people::{After, form, program};
use heterodox_wire::{Feeds, PushInfo, Ways, WebhookFormat, WebhookInfo};
use maud::{Markup, html};

/// The section. A guest has no webhook.
pub(super) fn section(ctx: &PageCtx, ways: &Ways, is_person: bool) -> Markup {
    html! {
        section .panel .ways aria-labelledby="ways-title" {
            h2 #ways-title { (ctx.t("ways-title")) }
            p { (ctx.t("ways-text")) }
            (pushes(ctx, ways))
            (feeds(ctx, ways.feeds.as_ref()))
            @if is_person { (webhook(ctx, ways.webhook.as_ref())) }
        }
    }
}

/// A form that is a button.
fn button(call: &str, text: &str) -> Markup {
    form(call, After::Page(""), &html! { button type="submit" { (text) } })
}

fn pushes(ctx: &PageCtx, ways: &Ways) -> Markup {
    let line = |push: &PushInfo| {
        html! {
            li {
                div {
                    strong { (program(ctx, push.agent.as_deref())) }
                    span data-push-here=(push.id) hidden { " · " (ctx.t("people-session-here")) }
                    br;
                    (ctx.t_with("people-session-since", &[("day", &ctx.day(push.created_ms))]))
                }
                (button(&format!("DELETE /api/me/push/{}", push.id), &ctx.t("ways-push-remove")))
            }
        }
    };
    html! {
        h3 { (ctx.t("ways-push-title")) }
        p { (ctx.t("ways-push-text")) }
        @if !ways.pushes.is_empty() {
            ul .people-list { @for push in &ways.pushes { (line(push)) } }
        }
        div .row {
            form data-push-key=(ways.push_key) hidden {
                button type="submit" { (ctx.t("ways-push-add")) }
                p .problem-line role="alert" hidden {}
            }
            @if !ways.pushes.is_empty() {
                (form("POST /api/me/push/test", After::Text(&ctx.t("ways-test-done")), &html! {
                    button type="submit" { (ctx.t("ways-test")) }
                }))
            }
        }
        p .hint data-no-push hidden { (ctx.t("ways-push-none")) }
    }
}

fn feeds(ctx: &PageCtx, feeds: Option<&Feeds>) -> Markup {
    let address = |key: &str, path: &str| {
        html! {
            div .ways-address {
                a href=(path) { (ctx.t(key)) }
                button type="button" data-copy=(path) {
                    (ctx.t("link-copy")) span .sr-only { ": " (ctx.t(key)) }
                }
                code data-address-of=(path) { (path) }
            }
        }
    };
    html! {
        h3 { (ctx.t("ways-feeds-title")) }
        p { (ctx.t("ways-feeds-text")) }
        @if let Some(feeds) = feeds {
            (address("ways-feed-turns", &feeds.turns))
            (address("ways-feed-deadlines", &feeds.deadlines))
            div .row {
                (button("PUT /api/me/feeds", &ctx.t("ways-feeds-renew")))
                (button("DELETE /api/me/feeds", &ctx.t("ways-feeds-remove")))
            }
        } @else {
            div .row { (button("PUT /api/me/feeds", &ctx.t("ways-feeds-make"))) }
        }
    }
}

fn webhook(ctx: &PageCtx, webhook: Option<&WebhookInfo>) -> Markup {
    let chosen = webhook.map(|webhook| webhook.format);
    let format = |value: &str, key: &str, format: WebhookFormat| {
        html! { option value=(value) selected[chosen == Some(format)] { (ctx.t(key)) } }
    };
    html! {
        h3 { (ctx.t("ways-webhook-title")) }
        p { (ctx.t("ways-webhook-text")) }
        @if let Some(webhook) = webhook {
            @if let Some(off) = &webhook.off {
                p .notice .warning {
                    (ctx.t_with("ways-webhook-off", &[("reason", &ctx.t(&format!("ways-reason-{off}")))]))
                }
            } @else if webhook.failures > 0 {
                p { (ctx.t_with("ways-webhook-failed", &[("count", &webhook.failures.to_string())])) }
            }
        }
        (form("PUT /api/me/webhook", After::Page(""), &html! {
            label for="webhook-url" { (ctx.t("ways-webhook-url")) }
            input #webhook-url name="url" type="url" value=[webhook.map(|webhook| &webhook.url)] required
                maxlength="1000" placeholder="https://" autocomplete="off" spellcheck="false";
            label for="webhook-format" { (ctx.t("ways-webhook-format")) }
            select #webhook-format name="format" {
                (format("discord", "ways-format-discord", WebhookFormat::Discord))
                (format("slack", "ways-format-slack", WebhookFormat::Slack))
                (format("json", "ways-format-json", WebhookFormat::Json))
            }
            div .row { button type="submit" { (ctx.t("people-save")) } }
        }))
        @if webhook.is_some() {
            div .row {
                (form("POST /api/me/webhook/test", After::Text(&ctx.t("ways-test-done")), &html! {
                    button type="submit" { (ctx.t("ways-test")) }
                }))
                (button("DELETE /api/me/webhook", &ctx.t("ways-webhook-remove")))
            }
        }
    }
}
