import type { DataOf } from 'haat-client';

export type Block = NonNullable<DataOf<'getAdminCampaignsTemplatesById'>['blocks']>[number];
export type BlockKind = Block['type'];
/** A block that stands in columns or in a section. */
export type InnerBlock = NonNullable<Block['blocks']>[number];

export const blockNames: Record<BlockKind, string> = {
  heading: 'Heading',
  text: 'Text',
  image: 'Picture',
  button: 'Button',
  logo: 'Logo',
  social: 'Social links',
  divider: 'Line',
  spacer: 'Space',
  product: 'Product',
  listing: 'Products of a listing',
  coupon: 'Coupon',
  columns: 'Two columns',
  section: 'Aligned section',
};

/** Kinds that hold other blocks. */
export const holdsBlocks = (type: BlockKind) => type === 'columns' || type === 'section';

export const blockKinds = Object.keys(blockNames) as BlockKind[];
export const innerKinds = blockKinds.filter((type) => !holdsBlocks(type));

/** A new block with what its kind cannot do without. */
export function newBlock(type: BlockKind): Block {
  if (type === 'heading') return { type, text: 'Heading', level: 1 };
  if (type === 'text') return { type, text: 'Dear {{customer_name}},' };
  if (type === 'image') return { type, url: '{{store_url}}', alt: '' };
  if (type === 'button') return { type, label: 'To the shop', url: '{{store_url}}' };
  if (type === 'spacer') return { type, height: 24 };
  if (type === 'product') return { type, productId: '' };
  if (type === 'listing') return { type, listingId: '', count: 4 };
  if (type === 'coupon') return { type, discountId: '', codes: 'own', text: '' };
  if (type === 'columns') return { type, left: [newInner('text')], right: [newInner('text')], align: 'left' };
  if (type === 'section') return { type, align: 'center', blocks: [newInner('heading')] };
  return { type };
}

export const newInner = (type: BlockKind) => newBlock(type) as InnerBlock;

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
  blocks.map((block, index) => ({ key: `stored ${index}`, block }));

/** Whether product, listing or discount of a block have been chosen. */
export const isChosen = (block: Block | InnerBlock): boolean => {
  if ('blocks' in block || 'left' in block)
    return [...(block.blocks ?? []), ...(block.left ?? []), ...(block.right ?? [])].every(isChosen);
  return block.productId !== '' && block.listingId !== '' && block.discountId !== '';
};
