import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  uuid,
} from '#domain/_shared/columns.js';

export interface TopicName {
  /** BCP 47. */
  locale: string;
  name: string;
}

/** What campaigns are about, so that customers can have some of them and not others. */
export const campaignTopicColumns = {
  id: uuid,
  names: jsonOf<TopicName[]>(),
  /** Whether customers get its campaigns only once they have asked for them. */
  optIn: boolean,
  /** Lowest first on the preference page. */
  position: integer,
  archivedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;
export type CampaignTopic = RowOf<typeof campaignTopicColumns>;

export type NewTopic = Pick<CampaignTopic, 'names' | 'optIn' | 'position'>;

/** Most topics of a store: customers read all of them. */
export const MAX_TOPICS = 20;

/** The name in the first of some languages that has one, else the first name. @param chain BCP 47 */
export function topicName({ names }: Pick<CampaignTopic, 'names'>, chain: readonly string[]): string {
  const byLocale = new Map(names.map(({ locale, name }) => [locale.toLowerCase(), name]));
  const found = chain.map((locale) => byLocale.get(locale.toLowerCase())).find((name) => name !== undefined);
  return found ?? names[0]?.name ?? '';
}

/** A topic as its customer has chosen. */
export interface TopicChoice {
  topic: CampaignTopic;
  subscribed: boolean;
}

/** Why a campaign skips somebody of its audience, beside the suppression list. */
export const skipReasons = ['unverified', 'topic', 'inactive', 'weekly_limit'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Whom campaigns skip, as the settings say at this moment. */
export interface SkipRules {
  /** Who has done nothing since is inactive; null while nobody is. */
  inactiveSince: Date | null;
  /** Most campaigns for a person since `weekAgo`; 0 for no limit. */
  weeklyLimit: number;
  weekAgo: Date;
}

export const NOBODY_SKIPPED: SkipRules = { inactiveSince: null, weeklyLimit: 0, weekAgo: new Date(0) };
