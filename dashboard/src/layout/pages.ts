import type { ComponentType } from "react";
import {
  IconActivity,
  IconBuildingBank,
  IconHistory,
  IconKey,
  IconListDetails,
  IconRocket,
  IconSettings,
  IconTrophy,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "../components/icons.ts";

/** A page of an environment that the navigation and the search lead to. */
export interface NavigablePage {
  /** Below the environment's own path. */
  path: string;
  label: string;
  icon: ComponentType<{ size?: number }>;
  /** Left out of the navigation once a tournament was paid out. */
  forBeginners?: true;
}

/** In the order of the navigation; a group is set apart from the one before it. */
export const PAGE_GROUPS: readonly (readonly NavigablePage[])[] = [
  [
    { path: "getting-started", label: "Getting started", icon: IconRocket, forBeginners: true },
    { path: "tournaments", label: "Tournaments", icon: IconTrophy },
    { path: "gamers", label: "Gamers", icon: IconUsers },
    { path: "ledger", label: "Ledger", icon: IconBuildingBank },
  ],
  [
    { path: "keys", label: "API keys", icon: IconKey },
    { path: "events", label: "Events", icon: IconActivity },
    { path: "webhooks", label: "Webhooks", icon: IconWebhook },
    { path: "requests", label: "Requests", icon: IconListDetails },
  ],
  [
    { path: "audit", label: "Audit log", icon: IconHistory },
    { path: "team", label: "Team", icon: IconUsersGroup },
    { path: "settings", label: "Settings", icon: IconSettings },
  ],
];
