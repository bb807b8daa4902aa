/** Hours for which a preview link can be asked for. */
export const previewHours = { least: 1, most: 72, usual: 24 } as const;

/** What a preview link stands for. */
export interface PagePreview {
  pageId: string;
  expiresAt: Date;
}
