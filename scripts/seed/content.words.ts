import type { BannerEntityType, ContentPlatform } from '#domain/banners/banner.js';
import type { Metadata } from '#domain/_shared/json.js';

export interface PageWords {
  title: string;
  content: string;
  template?: 'default' | 'html';
  draft?: boolean;
  children?: readonly PageWords[];
}

export const pageWords: readonly PageWords[] = [
  {
    title: 'About us',
    content: '<p>Haat brings makers and buyers together, as the markets of every town do.</p>',
    children: [
      {
        title: 'Our makers',
        content: '<p>Weavers, potters, brass casters and growers from nine states.</p>',
      },
      {
        title: 'The story of a saree',
        template: 'html',
        content:
          '<section class="story">\n  <h1>Six yards, forty days</h1>\n  <p>From the dye bath to the loom.</p>\n  <script type="application/json">{"days":40}</script>\n</section>\n',
      },
    ],
  },
  {
    title: 'Help',
    content: '<p>Responses to what buyers ask most.</p>',
    children: [
      { title: 'Shipping and delivery', content: '<p>Each vendor ships on its own, within three days.</p>' },
      { title: 'Returns', content: '<p>Send back what does not fit within seven days.</p>' },
      { title: 'Gift cards', content: '<p>Coming soon.</p>', draft: true },
    ],
  },
  { title: 'Privacy', content: '<p>What is kept of an order, for how long, and why.</p>' },
];

export const bannerWords: readonly {
  of: BannerEntityType;
  entry: string;
  image: string;
  url: string;
  platform: ContentPlatform;
}[] = [
  {
    of: 'category',
    entry: 'Diyas & Lamps',
    image: 'media/banners/lamps.jpg',
    url: '/collections/festive-lights',
    platform: 'BOTH',
  },
  {
    of: 'category',
    entry: 'Sarees',
    image: 'media/banners/sarees-web.jpg',
    url: '/pages/the-story-of-a-saree',
    platform: 'WEB',
  },
  {
    of: 'category',
    entry: 'Sarees',
    image: 'media/banners/sarees-app.jpg',
    url: '/pages/the-story-of-a-saree',
    platform: 'APP',
  },
  {
    of: 'brand',
    entry: 'Pital Ghar',
    image: 'media/banners/brass.jpg',
    url: 'https://example.com/brass',
    platform: 'BOTH',
  },
  {
    of: 'tag',
    entry: 'Organic',
    image: 'media/banners/organic.jpg',
    url: '/collections/organic-pantry',
    platform: 'BOTH',
  },
  {
    of: 'ingredient',
    entry: 'Turmeric',
    image: 'media/banners/turmeric.jpg',
    url: '/pages/our-makers',
    platform: 'BOTH',
  },
];

export const linkGroupWords: readonly {
  title: string;
  links: readonly { text: string; url: string; image?: string; platform?: ContentPlatform }[];
}[] = [
  {
    title: 'Home tiles',
    links: [
      { text: 'Sarees', url: '/categories/sarees', image: 'media/links/sarees.jpg' },
      { text: 'Lamps and puja', url: '/categories/decor-puja', image: 'media/links/lamps.jpg' },
      { text: 'Spices', url: '/categories/spices', image: 'media/links/spices.jpg' },
      { text: 'Bags and jewellery', url: '/categories/accessories', image: 'media/links/bags.jpg' },
      { text: 'Scan a pack', url: '/scan', platform: 'APP' },
    ],
  },
  {
    title: 'Footer',
    links: [
      { text: 'About us', url: '/pages/about-us' },
      { text: 'Help', url: '/pages/help' },
      { text: 'Sell with us', url: 'https://example.com/sell', platform: 'WEB' },
    ],
  },
];

export const listingGroupWords: readonly {
  title: string;
  listings: readonly { title: string; subtitle?: string; filters: Metadata }[];
}[] = [
  {
    title: 'Home page',
    listings: [
      {
        title: 'Festive lights',
        subtitle: 'Lamps cast in brass',
        filters: { categories: ['diyas-lamps'], sortBy: 'price-asc' },
      },
      { title: 'New arrivals', filters: { sortBy: 'new', inStock: true } },
      { title: 'On sale', filters: { hasActiveSpecial: true, withReviews: true } },
    ],
  },
  {
    title: 'Pantry',
    listings: [
      { title: 'Organic pantry', filters: { categories: ['food-pantry'], tags: ['organic'] } },
      { title: 'Spices under 500', filters: { categories: ['spices'], maxPrice: 50_000 } },
    ],
  },
];
