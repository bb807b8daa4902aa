import type { DataOf } from 'haat-client';

export type Block = NonNullable<DataOf<'getAdminCampaignsTemplatesById'>['blocks']>[number];
export type BlockKind = Block['type'];

export const blockNames: Record<BlockKind, string> = {
  heading: 'Heading',
  text: 'Text',
  image: 'Picture',
  button: 'Button',
  logo: 'Logo',
  social: 'Social links',
  divider: 'Line',
  spacer: 'Space',
};

/** A new block with what its kind cannot do without. */
export function newBlock(type: BlockKind): Block {
  if (type === 'heading') return { type, text: 'Heading', level: 1 };
  if (type === 'text') return { type, text: 'Dear {{customer_name}},' };
  if (type === 'image') return { type, url: '{{store_url}}', alt: '' };
  if (type === 'button') return { type, label: 'To the shop', url: '{{store_url}}' };
  if (type === 'spacer') return { type, height: 24 };
  return { type };
}

/** What names a block among the others. */
export const blockTitle = ({ type, text, label, alt }: Block) =>
  [blockNames[type], (text ?? label ?? alt ?? '').replace(/\s+/g, ' ').slice(0, 40)]
    .filter(Boolean)
    .join(': ');

/** What all texts of a campaign can name. */
export const variables = ['customer_name', 'store_name', 'store_url', 'support_email', 'unsubscribe_url'];

/** Blocks with a key each, which stays while they are moved. */
export interface KeyedBlock {
  key: string;
  block: Block;
}

export const keyed = (blocks: readonly Block[]): KeyedBlock[] =>
  blocks.map((block) => ({ key: crypto.randomUUID(), block }));
