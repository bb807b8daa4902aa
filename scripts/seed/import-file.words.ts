/** A product file as vendors send them: most of it is good; three rows say something that cannot be. */
export const importFile = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,HSN Code,Status
autumn-ikat-dupatta,Autumn Ikat Dupatta,<p>Double ikat on fine cotton.</p>,Kaveri,Dupattas & Stoles,"Handloom, Festive",true,Colour,Rust,AUT-IKAT-RUST,180,shopify,14,deny,1290.00,1590.00,6214,active
autumn-ikat-dupatta,,,,,,,,Indigo,AUT-IKAT-INDIGO,180,shopify,9,deny,1290.00,1590.00,6214,
autumn-ikat-dupatta,,,,,,,,Mustard,AUT-IKAT-MUSTARD,180,shopify,a few,deny,1290.00,1590.00,6214,
autumn-mangalgiri-stole,Autumn Mangalgiri Stole,<p>Handspun border with a nizam edge.</p>,Kaveri,Dupattas & Stoles,Handloom,true,Title,Default Title,AUT-MANGALGIRI,150,shopify,20,deny,on request,,6214,active
autumn-kota-dupatta,Autumn Kota Doria Dupatta,<p>Light as the square checks are small.</p>,Kaveri,Dupattas & Stoles,Handloom,true,Title,Default Title,AUT-KOTA,120,shopify,16,deny,890.00,,6214,active
autumn-kota-dupatta-2,Autumn Kota Doria Dupatta in White,<p>The same in white.</p>,Kaveri,Dupattas & Stoles,Handloom,true,Title,Default Title,AUT-KOTA,120,shopify,16,deny,890.00,,6214,active
`;
