/**
 * Words of Indian commerce that shoppers use for one another, a set a line. Where only the first word is to find the others
 * there is a ">" behind it. Operators keep the list in the console.
 */
export const synonymLines = `
haldi, turmeric, हल्दी, மஞ்சள்
jeera, cumin, jira, zeera, जीरा, சீரகம்
dhania, dhaniya, coriander, धनिया
elaichi, cardamom, elachi, इलायची
laung, clove, lavang, लौंग
dalchini, cinnamon, दालचीनी
kali mirch, black pepper, काली मिर्च, மிளகு
mirchi, chilli, chili, chilly, mirch, मिर्च, மிளகாய்
lal mirch, red chilli
hari mirch, green chilli
rai, sarson, mustard, सरसों, கடுகு
methi, fenugreek, मेथी
saunf, fennel, सौंफ
ajwain, carom, अजवाइन
hing, asafoetida, perungayam, हींग
kesar, saffron, केसर
imli, tamarind, इमली, புளி
adrak, ginger, अदरक, இஞ்சி
sonth, dry ginger
lehsun, lahsun, garlic, लहसुन, பூண்டு
til, sesame, gingelly, तिल, எள்
khus khus, poppy seeds
tej patta, bay leaf
jaiphal, nutmeg, जायफल
javitri, mace
kalonji, nigella
amchur, dry mango powder
kasuri methi, dried fenugreek leaves
namak, salt, नमक, உப்பு
sendha namak, rock salt, pink salt
kala namak, black salt
cheeni, chini, sugar, shakkar, चीनी, சர்க்கரை
gur, gud, jaggery, गुड़, வெல்லம்
mishri, misri, rock sugar
shahad, honey, शहद, தேன்
chawal, rice, चावल, அரிசி, চাল
poha, flattened rice, aval, chivda rice
murmura, puffed rice
sabudana, sago
atta, aata, wheat flour, आटा, கோதுமை மாவு
maida, refined flour
sooji, suji, rava, semolina, सूजी
besan, gram flour, बेसन, கடலை மாவு
makki, corn, maize, मक्का
bajra, pearl millet
jowar, sorghum
ragi, finger millet, nachni
dalia, broken wheat
dal, daal, lentil, lentils, pulses, दाल, பருப்பு, ডাল
toor, tur, arhar, pigeon pea
moong, mung, green gram, मूंग
masoor, red lentil, मसूर
urad, black gram, उड़द
chana, channa, bengal gram, चना
kabuli chana, chickpeas, chole
rajma, kidney beans, राजमा
lobia, black eyed peas
matar, peas, मटर
soyabean, soya, soy
tel, oil, तेल, எண்ணெய், তেল
nariyal, coconut, नारियल, தேங்காய்
moongfali, groundnut, peanut, मूंगफली
nariyal tel, coconut oil
sarson ka tel, mustard oil
til ka tel, sesame oil, nallennai
ghee, ghi, clarified butter, tuppa, घी, நெய்
vanaspati, dalda
makhan, makkhan, butter, मक्खन, வெண்ணெய்
doodh, milk, दूध, பால், দুধ
dahi, curd, yogurt, yoghurt, दही, தயிர்
chaas, chaach, buttermilk, mattha
paneer, cottage cheese, पनीर, பன்னீர்
malai, cream, मलाई
khoya, mawa
lassi, yogurt drink
anda, egg, eggs, ande, अंडा, முட்டை
murgh, murgi, chicken, मुर्ग, கோழி
machli, machhli, fish, मछली, மீன்
jhinga, prawn, prawns, shrimp
gosht, mutton, lamb
aloo, alu, potato, potatoes, आलू, உருளைக்கிழங்கு
pyaz, pyaaz, onion, kanda, प्याज, வெங்காயம்
tamatar, tomato, टमाटर, தக்காளி
baingan, brinjal, eggplant, aubergine, बैंगन
bhindi, okra, ladyfinger, भिंडी
gobi, gobhi, cauliflower, गोभी
patta gobi, cabbage
palak, spinach, पालक
gajar, carrot, गाजर
mooli, radish
lauki, bottle gourd
karela, bitter gourd
kaddu, pumpkin
kheera, cucumber
nimbu, lemon, lime, नींबू, எலுமிச்சை
shimla mirch, capsicum, bell pepper
dhania patta, coriander leaves
pudina, mint, पुदीना
kadi patta, curry leaves
aam, mango, आम, மாங்காய்
kela, banana, केला, வாழை
seb, apple, सेब
santra, orange
anar, pomegranate, अनार
papita, papaya
tarbooz, watermelon
angoor, grapes
amrood, guava
amla, gooseberry, आंवला, நெல்லிக்காய்
anjeer, figs
kishmish, raisins, किशमिश
badam, almond, almonds, बादाम, பாதாம்
kaju, cashew, cashews, काजू, முந்திரி
pista, pistachio, pistachios
akhrot, walnut, walnuts
khajur, dates, खजूर
makhana, fox nuts, phool makhana
dry fruits, dried fruits
chai, tea, chay, चाय, தேநீர், চা
masala chai, spiced tea
kaapi, coffee, कॉफी, காபி, filter coffee
sharbat, syrup, squash
ras, juice, रस
paani, pani, water, पानी, தண்ணீர்
nariyal pani, coconut water
achar, achaar, pickle, अचार, urugai, oorugai, ஊறுகாய்
chatni, chutney, चटनी
papad, pappad, appalam, पापड़
namkeen, savoury snacks, farsan
murukku, chakli, முறுக்கு
mithai, indian sweets, मिठाई
laddu, ladoo, laddoo
barfi, burfi
gulab jamun, gulabjamun
biskut, biscuit, biscuits, बिस्कुट, cookie
rusk, toast
pav, pao, bun
double roti, bread, ब्रेड
roti, chapati, phulka
maggi > instant noodles
sevai, vermicelli, semiya
masala, spice, मसाला, மசாலா
garam masala, गरम मसाला
sambhar, sambar, சாம்பார்
dosai, dosa
idly, idli, இட்லி
ketchup, tomato sauce, catsup
mayo, mayonnaise
soya sauce, soy sauce
cola > soft drink
cold drink, soft drink, aerated drink
chocolate, choco, चॉकलेट
toffee, candy
chyawanprash, chyavanprash
agarbatti, agarbathi, incense, incense sticks, अगरबत्ती, ஊதுபத்தி
dhoop, dhup
kapoor, kapur, camphor, कपूर
diya, deepak, deepam, deya, oil lamp, दीया, दीपक
batti, wick, wicks
puja, pooja, पूजा
thali, plate, थाली
kalash, kalasam
ghanti, bell
mombatti, candle, candles
rangoli, kolam
sabun, soap, साबुन, சோப்பு
shampoo, शैम्पू
toothpaste, dant manjan, टूथपेस्ट
tooth powder, dantmanjan
tel malish, massage oil
mehndi, mehendi, henna, मेहंदी
kajal, kohl
bindi, bottu
sindoor, kumkum
ubtan, face pack
multani mitti, fullers earth
chandan, sandalwood, sandal, चंदन
gulab, rose, गुलाब
gulab jal, rose water
neem, margosa, नीम
tulsi, holy basil, तुलसी
aloe vera, aloevera, ghritkumari
shikakai, soap nut
hair colour, hair color, hair dye
sanitiser, sanitizer
moisturiser, moisturizer, moisturising, moisturizing
deodorant, deo, deodrant
perfume, scent, fragrance
attar, itra, ittar
sunscreen, sunblock, sun screen
face wash, facial cleanser
lipstick, lip colour
nail polish, nail paint
sanitary pad, sanitary napkin
nappy, diaper, nappies, diapers
talc, talcum powder
razor, shaving blade
colour, color
flavour, flavor
grey, gray
aluminium, aluminum
fibre, fiber
litre, liter
jewellery, jewelry
pyjama, pajama, pyjamas
doughnut, donut
kurta, kurti, कुर्ता
kurta set, kurta pyjama
saree, sari, साड़ी, புடவை, শাড়ি
dupatta, chunni, stole, दुपट्टा, துப்பட்டா
salwar, shalwar
lehenga, ghagra, lehnga
dhoti, veshti, वेष्टी, வேட்டி
lungi, kaili
blouse piece, blouse material
kapda, fabric, cloth, कपड़ा
suti, cotton, सूती, பருத்தி
resham, silk, reshmi, रेशम, பட்டு
oon, wool, ऊनी
khadi, homespun
tee, tshirt, t shirt
trousers, pants
jeans, denims
jutti, juttis, mojari, mojaris
chappal, chappals, slippers, चप्पल
sandals, sandal shoes
joota, shoes, जूते
mala, necklace, haar, हार
jhumka, jhumkas, earring, earrings, झुमका
chudi, bangle, bangles, चूड़ी
kangan, kada, bracelet
payal, anklet
nath, nose pin, nose ring
angoothi, ring
mangalsutra, thaali chain
bag, handbag, purse
jhola, tote, tote bag
batua, wallet
potli, pouch
bed sheet, bedsheet, chadar, चादर
razai, quilt, rajai, रज़ाई
kambal, blanket
takiya, pillow
cushion cover, pillow cover
parda, curtain
dari, rug, durrie
tauliya, towel
mez posh, table cloth, tablecloth
bartan, utensils, बर्तन
kadhai, kadai, wok, कढ़ाई
tawa, griddle, तवा
patila, saucepan
fry pan, frying pan
handi, pot
belan, rolling pin, बेलन
chakla, rolling board
chammach, spoon, चम्मच
kalchul, ladle
chaku, knife, चाकू
katori, bowl, कटोरी
lota, water pot
glass, tumbler, गिलास
bottle, bottel
jug, pitcher
dabba, container, डिब्बा, storage box
tiffin, lunch box, lunchbox, टिफिन
masala dabba, masala box, spice box
sil batta, mortar and pestle
cooker, pressure cooker, कुकर
mixie, mixer grinder
chulha, gas stove
lighter, gas lighter
peetal, brass, pital, पीतल, பித்தளை
tamba, copper, तांबा, செம்பு
loha, iron, लोहा
steel, stainless steel, स्टील
mitti, clay, terracotta
lakdi, wood, wooden
shisha, mirror
jhadu, broom
pocha, mop
balti, bucket, बाल्टी
kachra bag, garbage bag, dustbin bag
dustbin, waste bin, trash can
machhar, mosquito
detergent, washing powder
kapde dhone ka, laundry
bartan dhone ka, dishwash
phenyl, floor cleaner
bulb, led lamp
batteries, battery, cell
mobile cover, phone case
charger, adapter
earphones, headphones
kitab, book, किताब
copy, notebook
kalam, pen, कलम
khilona, toy, toys, खिलौना
gift, present
rakhi, raksha bandhan
phool, flower, फूल
gamla, planter, flower pot
beej, seeds
khaad, fertilizer, fertiliser
ganesh, ganesha, ganpati, गणेश
haathi, elephant, हाथी
mor, peacock, मोर
kamal, lotus, कमल
lal, red, लाल
neela, blue, नीला
hara, green, हरा
kala, black, काला
safed, white, सफेद
peela, yellow, पीला
mehroon, maroon
sona, gold, golden
chandi, silver
kitty food, cat food
kutta, dog
billi, cat
dawai, medicine
patti, bandage
mask, face mask
vazan, weight
`
  .trim()
  .split('\n');
