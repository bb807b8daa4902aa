/** Each `#rrggbb`. */
export interface CampaignPalette {
  accent: string;
  accentText: string;
  /** Around the column. */
  ground: string;
  card: string;
  ink: string;
}

/** The colours of a campaign on light screens, and for programs that ask for a dark page. */
export interface CampaignColors {
  light: CampaignPalette;
  dark: CampaignPalette;
}

/** Of no brand: what campaigns look like while nobody has set their colours. */
export const NEUTRAL_COLORS: CampaignColors = {
  light: { accent: '#1f2733', accentText: '#ffffff', ground: '#f1f3f6', card: '#ffffff', ink: '#1f2733' },
  dark: { accent: '#eef1f5', accentText: '#12161c', ground: '#12161c', card: '#1c222b', ink: '#eef1f5' },
};
