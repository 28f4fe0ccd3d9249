// Generated from /openapi.json by `pnpm dashboard:types`.

export const EVENT_TYPES = [
  "tournament.created",
  "tournament.updated",
  "tournament.published",
  "tournament.settling",
  "tournament.completed",
  "tournament.cancelled",
  "entry.joined",
  "entry.eliminated",
  "score.recorded",
  "score.held",
  "entry.disqualified",
  "entry.reinstated",
  "score.reviewed",
  "ranking.frozen",
  "settlement.planned",
  "payout.paid",
  "refund.paid",
  "settlement.done",
  "settlement.failed",
  "settlement.resumed",
  "wallet.deposited",
  "wallet.withdrawn",
  "api_key.created",
  "api_key.updated",
  "api_key.rolled",
  "api_key.revoked",
  "member.invited",
  "member.joined",
  "member.changed",
  "member.removed",
  "game.created",
  "game.updated",
  "clock.advanced",
  "webhook_endpoint.created",
  "webhook_endpoint.updated",
  "webhook_endpoint.rolled",
  "webhook_endpoint.revealed",
  "webhook_endpoint.disabled",
  "webhook_endpoint.enabled",
  "webhook_endpoint.removed",
  "webhook.test"
] as const;

export const TOURNAMENT_STATUSES = [
  "pending",
  "published",
  "settling",
  "completed",
  "cancelled"
] as const;

export const DELIVERY_STATES = [
  "delivered",
  "retrying",
  "failed",
  "skipped"
] as const;

export const ACCOUNT_KINDS = [
  "outside",
  "game",
  "gamers",
  "prizePools",
  "platform"
] as const;

export const KEY_SCOPES = [
  "read",
  "tournaments:write",
  "entries:write",
  "scores:write",
  "wallets:write",
  "webhooks:write"
] as const;

export const SCOPE_DESCRIPTIONS = {
  "tournaments:write": "Create, publish and end tournaments",
  "entries:write": "Create, add and eliminate gamers, record scores",
  "scores:write": "Record scores, for example from match servers",
  "wallets:write": "Deposit and withdraw money",
  "webhooks:write": "Manage endpoints and replay events"
} as const;

export const INCLUDED_IN = {
  "scores:write": "entries:write"
} as const;

export const RIGHTS = {
  "owner": {
    "live": [
      "read",
      "tournaments:write",
      "entries:write",
      "scores:write",
      "wallets:write",
      "webhooks:write",
      "keys:write",
      "members:write",
      "game:write"
    ],
    "test": [
      "read",
      "tournaments:write",
      "entries:write",
      "scores:write",
      "wallets:write",
      "webhooks:write",
      "keys:write",
      "members:write",
      "game:write"
    ]
  },
  "developer": {
    "live": [
      "read",
      "tournaments:write",
      "entries:write",
      "scores:write",
      "webhooks:write",
      "keys:write"
    ],
    "test": [
      "read",
      "tournaments:write",
      "entries:write",
      "scores:write",
      "webhooks:write",
      "keys:write",
      "wallets:write"
    ]
  },
  "viewer": {
    "live": [
      "read"
    ],
    "test": [
      "read"
    ]
  }
} as const;
