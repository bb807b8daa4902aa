/** A seller of the demo marketplace. Its GSTIN is made of state, PAN and the check character that belongs to them. */
export interface DemoVendor {
  name: string;
  legalName: string;
  owner: string;
  /** Ten characters: the fourth is C for a company, F for a firm, P for a person. Null: not registered for GST. */
  pan: string | null;
  stateCode: string;
  line1: string;
  city: string;
  postalCode: string;
  phone: string;
  /** Basis points of the merchandise. */
  commissionBps: number;
  /** Percent; undefined follows the platform. */
  gstRate?: number;
  /** Subunits for a part of an order, and the merchandise from which on it is free. */
  shipping: { flat: number; freeAbove: number | null };
}

/** The first one belongs to the vendor account whose sign-in data is printed. */
export const demoVendors = {
  handlooms: {
    name: 'Kaveri Handlooms',
    legalName: 'Kaveri Handlooms Private Limited',
    owner: 'Shalini Hegde',
    pan: 'AAHCK4821M',
    stateCode: '29',
    line1: '48 Chickpet Main Road',
    city: 'Bengaluru',
    postalCode: '560053',
    phone: '+918041234501',
    commissionBps: 1200,
    gstRate: 5,
    shipping: { flat: 7_900, freeAbove: 199_900 },
  },
  blockPrints: {
    name: 'Jaipur Block Print House',
    legalName: 'Jaipur Block Print House LLP',
    owner: 'Mahendra Chhipa',
    pan: 'AAFFJ7390Q',
    stateCode: '08',
    line1: '12 Sanganer Road',
    city: 'Jaipur',
    postalCode: '302029',
    phone: '+911412730502',
    commissionBps: 1200,
    gstRate: 5,
    shipping: { flat: 6_900, freeAbove: 149_900 },
  },
  brassware: {
    name: 'Pital Ghar',
    legalName: 'Pital Ghar Moradabad Private Limited',
    owner: 'Imran Ansari',
    pan: 'AAGCP2965H',
    stateCode: '09',
    line1: '7 Peetal Nagri',
    city: 'Moradabad',
    postalCode: '244001',
    phone: '+915912491503',
    commissionBps: 1500,
    shipping: { flat: 9_900, freeAbove: 249_900 },
  },
  spices: {
    name: 'Malabar Spice Traders',
    legalName: 'Malabar Spice Traders',
    owner: 'Thomas Kurian',
    pan: 'ABDFM5178B',
    stateCode: '32',
    line1: '23 Big Bazaar Road',
    city: 'Kozhikode',
    postalCode: '673001',
    phone: '+914952365504',
    commissionBps: 900,
    gstRate: 5,
    shipping: { flat: 4_900, freeAbove: 69_900 },
  },
  pantry: {
    name: 'Chettinad Pantry',
    legalName: 'Chettinad Pantry Foods Private Limited',
    owner: 'Valliammai Annamalai',
    pan: 'AAICC6047L',
    stateCode: '33',
    line1: '5 Sekkalai Road',
    city: 'Karaikudi',
    postalCode: '630001',
    phone: '+914565238505',
    commissionBps: 900,
    gstRate: 5,
    shipping: { flat: 5_900, freeAbove: 79_900 },
  },
  crafts: {
    name: 'Kutch Craft Collective',
    legalName: 'Kutch Craft Collective Producer Company Limited',
    owner: 'Ramilaben Vankar',
    pan: 'AAJCK8312D',
    stateCode: '24',
    line1: '31 Bhujodi Village Road',
    city: 'Bhuj',
    postalCode: '370020',
    phone: '+912832240506',
    commissionBps: 1000,
    shipping: { flat: 6_900, freeAbove: null },
  },
  herbals: {
    name: 'Devbhoomi Herbals',
    legalName: 'Devbhoomi Herbals Private Limited',
    owner: 'Neema Rawat',
    pan: 'AAECD3586R',
    stateCode: '05',
    line1: '19 Haridwar Road',
    city: 'Rishikesh',
    postalCode: '249201',
    phone: '+911352430507',
    commissionBps: 1300,
    shipping: { flat: 4_900, freeAbove: 59_900 },
  },
  kitchen: {
    name: 'Sahyadri Kitchen',
    legalName: 'Sahyadri Kitchenware Private Limited',
    owner: 'Ajit Deshpande',
    pan: 'AADCS9153K',
    stateCode: '27',
    line1: '88 Bhosari Industrial Area',
    city: 'Pune',
    postalCode: '411026',
    phone: '+912027120508',
    commissionBps: 1100,
    shipping: { flat: 7_900, freeAbove: 99_900 },
  },
} satisfies Record<string, DemoVendor>;

export type VendorKey = keyof typeof demoVendors;

/** Charged the platform's tax all the same: its invoices cannot be issued, which is what the demo shows. */
export const newcomer: DemoVendor = {
  name: 'Coorg Hill Farm',
  legalName: 'Coorg Hill Farm',
  owner: 'Ponnamma Kushalappa',
  pan: null,
  stateCode: '29',
  line1: '3 Galibeedu Road',
  city: 'Madikeri',
  postalCode: '571201',
  phone: '+918272225509',
  commissionBps: 1000,
  shipping: { flat: 4_900, freeAbove: null },
};
