/** What a buyer types, and what has to come first. */
export interface JudgedQuery {
  q: string;
  title: RegExp;
  brand?: string;
}

const judged = (q: string, title: RegExp, brand?: string): JudgedQuery => ({ q, title, brand });

/** Over the products of the demo data. */
export const judgedQueries: readonly JudgedQuery[] = [
  // Words
  judged('saree', /Saree/),
  judged('silk saree', /Silk Saree/),
  judged('kurta', /Kurta$/),
  judged('filter coffee', /Filter Coffee/),
  judged('honey', /Honey$/),
  judged('green tea', /Green Tea$/),
  judged('hair oil', /Hair Oil$/),
  judged('black pepper', /Black Pepper$/),
  judged('pressure cooker', /Pressure Cooker$/),
  judged('water bottle', /Water Bottle$/),
  judged('tiffin', /Tiffin/),
  judged('wallet', /Wallet$/),
  judged('neem soap', /^Neem .* Soap$/),
  judged('coconut oil', /Coconut Oil$/),
  judged('table runner', /Table Runner$/),
  // In another order, and whole titles
  judged('peacock border silk saree', /Silk Saree with Peacock Border$/),
  judged('coffee dark roast araku', /Araku Valley|Dark Roast/),
  judged('Kanjivaram Silk Saree with Peacock Border', /^Kanjivaram Silk Saree with Peacock Border$/),
  judged('monsooned malabar peaberry coffee', /^Monsooned Malabar Peaberry Coffee$/),
  judged('thread jhumkas', /^Thread Jhumkas$/),
  judged('saffron face oil', /^Saffron Face Oil$/),
  // Plurals and singulars
  judged('sarees', /Saree/),
  judged('wallets', /Wallet$/),
  judged('cushion covers', /Cushion Cover/),
  judged('jhumka', /Jhumkas$/),
  judged('bangle', /Bangles/),
  judged('cashew', /Cashews$/),
  judged('brass planters', /Brass .*Planter$/),
  judged('bedsheets', /Bedsheet/),
  // Typos
  judged('saere', /Saree/),
  judged('tumeric powder', /Turmeric Powder$/),
  judged('kadai', /Kadhai$/),
  judged('cardmom', /Cardamom/),
  judged('kolhapri chappal', /Kolhapuri Chappals$/),
  judged('rhododendrom', /Rhododendron/),
  judged('sandlewood', /Sandalwood/),
  judged('presure cooker', /Pressure Cooker$/),
  judged('kumbakonum coffee', /^Kumbakonam Filter Coffee/),
  judged('bhringaraj', /^Bhringraj/),
  // Beginnings
  judged('kanj', /^Kanjivaram/),
  judged('silk sar', /Silk Saree/),
  judged('masala dab', /Masala Dabba$/),
  judged('bhring', /^Bhringraj/),
  judged('cinn', /Cinnamon/),
  judged('tulsi p', /Tulsi Pot$/),
  // A brand and a word
  judged('kaveri veshti', /Veshti/, 'Kaveri'),
  judged('tantu fabric', /Fabric/, 'Tantu'),
  judged('neel gaon kurta', /Kurta$/, 'Neel Gaon'),
  judged('devbhoomi honey', /Honey$/, 'Devbhoomi'),
  judged('nilgiri peak white tea', /White Tea$/, 'Nilgiri Peak'),
  judged('chhipa razai', /Razai/, 'Chhipa & Sons'),
  judged('deccan steel kadhai', /Kadhai$/, 'Deccan Steel'),
  // Titles in Hindi and Tamil, also by their English subtitles
  judged('पीतल दीया', /दीया$/),
  judged('दीये', /दीया$/),
  judged('गणेश दीया', /गणेश .*दीया$/),
  judged('दुपट्टे', /दुपट्टा/),
  judged('हाथी दीप', /हाथी लटकन दीप$/),
  judged('முறுக்கு', /முறுக்கு$/),
  judged('mango pickle', /^மாங்காய் ஊறுகாய்/),
  judged('elephant diya', /हाथी .*दीया$/),
];
