import type { SettingsFields } from "@ridgebook/contract";
import { richTextToHtml } from "@ridgebook/documents/rich-text";

/*
 * The demo company's texts: the wording of a small exterior contractor in Michigan, written for this product. Keywords in the scopes of
 * work are field ids of the catalogue. Have a lawyer review these texts before using them for a real company.
 */

type Blocks = Parameters<typeof richTextToHtml>[0];

const paragraph = (text: string): Blocks[number] => ({ type: "paragraph", runs: [{ text }] });
const heading = (text: string): Blocks[number] => ({ type: "heading", level: 3, runs: [{ text }] });
const tasks = (...lines: string[]): Blocks[number] => ({
  type: "tasks",
  items: lines.map((text) => ({ checked: true, runs: [{ text }] })),
});
const list = (...lines: string[]): Blocks[number] => ({
  type: "list",
  ordered: false,
  items: lines.map((text) => [{ text }]),
});

const html = (...blocks: Blocks[number][]): string => richTextToHtml(blocks);

const ROOFING = html(
  heading("Preparation"),
  tasks(
    "Cover plants, siding, walks and the driveway before work begins",
    "{{if 1.15}}Tear off the old roof, {{value 1.16}}, {{quantity 1.15}} squares",
    "{{if 1.62}}Replace decking, {{value 1.63}}, {{quantity 1.62}} sheets",
    "{{if 1.66}}Replace deck boards, {{value 1.66}}, {{quantity 1.66}} ft",
    "{{if 1.233}}Tarp the attic floor against dust and granules",
    "{{if 1.27}}Dumpster, {{value 1.29}}, set at: {{value 1.28}}",
  ),
  heading("Roof"),
  tasks(
    "{{if 1.68}}Ice barrier, {{value 1.36}} along {{quantity 1.58}} ft of eaves, {{value 1.68}}",
    "{{if 1.253}}Underlayment on the whole deck, {{value 1.253}}",
    "{{if 1.254}}Starter course at eaves and rakes, {{value 1.254}}",
    "{{if 1.250}}Roof covering {{value 1.250}}, color {{value 1.251}}, {{quantity 1.24}} squares with waste",
    "{{if 1.252}}Installation to the maker's instructions, {{value 1.252}}",
    "{{if 1.255}}Hip and ridge caps, {{value 1.255}}, {{quantity 1.38}} ft",
  ),
  heading("Flashing"),
  tasks(
    "{{if 1.70}}Drip edge, {{value 1.70}}",
    "{{if 1.74}}Gutter apron, {{value 1.74}}",
    "{{if 1.78}}Valley metal, {{value 1.78}}, {{quantity 1.37}} ft",
    "{{if 1.82}}Step flashing, {{value 1.82}}, {{quantity 1.146}} ft",
    "{{if 1.86}}Head flashing, {{value 1.86}}, {{quantity 1.86}} ft",
    "{{if 1.90}}Roof-to-wall trim, {{value 1.91}}, {{quantity 1.92}} ft",
    "{{if 1.94}}Counter flashing, {{value 1.94}}, {{quantity 1.94}} ft",
    "{{if 1.98+1.99+1.100}}New pipe flashings, {{value 1.98}}, {{value 1.99}}, {{value 1.100}}",
    "{{if 1.105}}Chimney flashing, {{value 1.105}}, color {{value 1.106}}",
    "{{if 1.107}}Take the chimney down below the deck, {{value 1.107}}",
  ),
  heading("Skylights and ventilation"),
  tasks(
    "{{if 1.110+1.115}}Replace skylights, {{value 1.110}}, {{value 1.115}}",
    "{{if 1.111+1.116}}Flash the existing skylights again",
    "{{if 1.112+1.117}}Cut in new skylights",
    "{{if 1.119}}Replace the sun tunnel, {{value 1.119}}",
    "{{if 1.126}}Ridge vent, {{value 1.126}}, {{quantity 1.126}} ft",
    "{{if 1.127}}Box vents, {{value 1.127}}, {{quantity 1.127}} in all",
    "{{if 1.128}}Powered roof vent, {{value 1.128}}",
    "{{if 1.122+1.123}}Intake vents along the eaves",
    "{{if 1.124+1.125+1.178}}Soffit vents, {{value 1.124}}, {{value 1.125}}, {{value 1.178}}",
    "{{if 1.231}}Baffles in the attic, {{quantity 1.231}} in all",
  ),
  heading("Also"),
  tasks(
    "{{if 1.130}}Flat roof membrane, {{value 1.132}}, {{quantity 1.131}} squares",
    "{{if 1.134}}Insulation below the flat roof, {{value 1.135}}",
    "{{if 1.138}}Metal edge of the flat roof, {{value 1.139}}, {{quantity 1.140}} ft",
    "{{if 1.150+1.155+1.160+1.165+1.170}}Soffit, {{value 1.165}}, {{value 1.174}}",
    "{{if 1.180}}Wrap the fascia in aluminum, {{value 1.180}}, {{quantity 1.180}} ft",
    "{{if 1.185}}New fascia boards, {{value 1.187}}, {{quantity 1.186}} ft",
    "{{if 1.195+1.196}}Exterior lighting, {{value 1.195}}, {{value 1.196}}",
    "{{if 1.207}}Gutters, {{value 1.207}}, {{quantity 1.207}} ft",
    "{{if 1.215}}Downspouts, {{value 1.215}}, {{quantity 1.215}} ft",
    "{{if 1.211}}Gutter protection, {{value 1.212}}, {{quantity 1.213}} ft",
    "{{if 1.232}}Roofing permit and the inspections that belong to it",
    "{{each 1.245}}{{value 1.245}}",
    "Sweep yard and driveway with a magnet, clean the gutters, take all debris away",
  ),
);

const SIDING = html(
  heading("Preparation"),
  tasks(
    "Cover plants and walks; move what stands against the house",
    "{{if 2.35}}Take off the old siding, {{value 2.35}}, {{quantity 2.35}} squares",
    "{{if 2.36}}Replace sheathing, {{value 2.37}}, {{quantity 2.36}} sheets",
    "{{if 2.39}}Replace boards, {{value 2.40}}, {{quantity 2.41}} ft",
    "{{if 2.11}}Dumpster, {{value 2.13}}, set at: {{value 2.12}}",
  ),
  heading("Walls"),
  tasks(
    "{{if 2.109}}House wrap, {{value 2.110}}, seams taped",
    "{{if 2.113}}Insulation below the siding, {{value 2.114}}",
    "{{if 2.844}}Siding {{value 2.844}}, color {{value 2.847}}, reveal {{value 2.845}}, {{quantity 2.30}} squares with waste",
    "{{if 2.100}}Installation to the maker's instructions, {{value 2.100}}",
    "{{if 2.59}}Starter strip, {{value 2.61}}",
    "{{if 2.70}}Outside corners, {{value 2.70}}",
    "{{if 2.75}}Inside corners, {{value 2.75}}",
    "{{if 2.50+2.53+2.56}}Channels at openings and eaves, {{value 2.52}}, {{value 2.55}}, {{value 2.58}}",
    "{{if 2.65+2.66+2.67}}Blocks for lights, faucets and vents, color {{value 2.841}}",
    "{{if 2.95}}Wall flashing, {{value 2.96}}, color {{value 2.98}}, {{quantity 2.96}} ft",
    "{{each 2.190}}Gable accents {{value 2.191}}, color {{value 2.192}}, {{quantity 2.193}} sq ft",
  ),
  heading("Trim"),
  tasks(
    "{{if 2.80}}Window casings, {{value 2.80}}, {{quantity 2.80}} in all",
    "{{if 2.83}}Garage door casings, {{value 2.83}}",
    "{{if 2.86}}Service door casings, {{value 2.86}}",
    "{{if 2.89}}Garage door jamb, {{value 2.89}}",
    "{{if 2.90}}Custom wraps, {{value 2.90}}, {{quantity 2.90}} ft",
    "{{if 2.170}}Trim boards, {{value 2.170}}, {{quantity 2.174}} ft",
    "{{if 2.120+2.125+2.130+2.135+2.140}}Soffit, {{value 2.135}}, {{value 2.144}}",
    "{{if 2.155}}Wrap the fascia in aluminum, {{value 2.155}}, {{quantity 2.155}} ft",
    "{{if 2.160}}New fascia boards, {{value 2.162}}, {{quantity 2.161}} ft",
    "{{if 2.180}}Shutters, {{value 2.180}}, {{quantity 2.180}} pairs",
    "{{if 2.200}}Gable vents, {{value 2.200}}",
    "{{if 2.201}}Porch posts, {{value 2.201}}, {{quantity 2.201}} in all",
  ),
  heading("Also"),
  tasks(
    "{{if 2.210}}Garage door, {{value 2.210}}",
    "{{if 2.211}}Garage door opener, {{value 2.211}}",
    "{{if 2.212}}Service door, {{value 2.212}}",
    "{{if 2.220+2.221+2.222}}Painting, {{value 2.220}}, {{value 2.221}}, {{value 2.222}}",
    "{{if 2.250+2.251}}Exterior lighting, {{value 2.250}}, {{value 2.251}}",
    "{{if 2.262}}Gutters, {{value 2.262}}, {{quantity 2.262}} ft",
    "{{if 2.270}}Downspouts, {{value 2.270}}, {{quantity 2.270}} ft",
    "{{if 2.266}}Gutter protection, {{value 2.267}}, {{quantity 2.268}} ft",
    "{{if 2.236}}Siding permit and the inspections that belong to it",
    "{{each 2.240}}{{value 2.240}}",
    "Set lights, faucets and house numbers back in place; take all debris away",
  ),
);

const WINDOWS = html(
  tasks(
    "{{if 3.1}}Replace windows and doors as listed, {{quantity 3.1}} in all",
    "{{if 3.140}}Window package, {{value 3.140}}",
    "{{if 3.79}}An installer measures every opening before anything is ordered",
    "{{if 3.100}}Work by the rules for lead paint, {{quantity 3.100}} openings",
    "Cover floors and furniture within reach of each opening",
    "{{if 3.50}}Interior trim, {{value 3.50}}, {{quantity 3.53}} ft",
    "{{if 3.55}}Exterior trim, {{value 3.55}}, {{quantity 3.58}} ft",
    "{{if 3.111+3.112}}Stain or paint at the factory, in the color of the sample",
    "{{if 3.103}}Low-expansion foam around every frame",
    "{{if 3.104}}Seal inside and outside, {{value 3.104}}",
    "{{if 3.110}}Permit and the inspections that belong to it",
    "{{each 3.120}}{{value 3.120}}",
    "Operate and adjust every sash with the owner; take old windows and debris away",
  ),
);

const WINDOW_DETAILS = html(
  tasks(
    "{{value 3.7}}, {{value 3.8}}, {{quantity 3.1}} of this kind, {{value 3.4}} wide and {{value 3.5}} high",
    "{{each 3.10}}{{value 3.10}}",
    "{{each 3.9}}Model: {{value 3.9}}",
    "{{each 3.21}}Glass: {{value 3.21}}",
    "{{each 3.22}}Grid: {{value 3.22}}",
    "{{each 3.26}}Color inside: {{value 3.26}}",
    "{{each 3.32}}Color outside: {{value 3.32}}",
    "{{if 3.27+3.28}}New trim inside, {{value 3.28}}",
    "{{if 3.33}}New trim outside, {{value 3.33}}",
  ),
);

const GUTTERS = html(
  tasks(
    "{{if 4.5}}Take the old gutters down, {{quantity 4.5}} ft",
    "{{if 4.50}}Replace rotten wood behind the gutters, {{value 4.52}}, {{quantity 4.51}} ft",
    "{{each 4.12}}Gutters {{value 4.13}}, color {{value 4.14}}, {{value 4.15}}, {{quantity 4.12}} ft",
    "{{if 4.19}}Mitered corners, {{quantity 4.19}} in all",
    "{{each 4.20}}Downspouts {{value 4.21}}, color {{value 4.22}}, {{quantity 4.20}} ft",
    "{{if 4.23}}Elbows, {{quantity 4.23}} in all",
    "{{each 4.25}}Downspouts stand at: {{value 4.25}}",
    "{{if 4.16}}Gutter protection, {{value 4.17}}, {{quantity 4.18}} ft",
    "{{if 4.55}}Accessories, {{value 4.55}}",
    "{{if 4.40+4.41}}Exterior lighting, {{value 4.40}}, {{value 4.41}}",
    "{{if 4.60}}Permit",
    "{{each 4.61}}{{value 4.61}}",
    "Gutters fall toward the downspouts and are tested with water; debris is taken away",
  ),
);

const TRIM = html(
  tasks(
    "{{if 7.10+7.15+7.20}}Take off or cover the old soffit, {{value 7.14}}, {{value 7.19}}, {{value 7.24}}",
    "{{if 7.25}}Soffit, {{value 7.25}}",
    "{{if 7.30}}Composite soffit, {{value 7.34}}, color {{value 7.35}}, {{quantity 7.32}} ft",
    "{{if 7.38}}Vents in the soffit, {{value 7.38}}, {{quantity 7.38}} in all",
    "{{if 7.50}}Wrap the fascia in aluminum, {{value 7.50}}, {{quantity 7.50}} ft",
    "{{if 7.55}}New fascia boards, {{value 7.57}}, color {{value 7.58}}, {{quantity 7.56}} ft",
    "{{each 7.70}}Trim boards {{value 7.71}}, {{value 7.72}}, color {{value 7.73}}, {{quantity 7.74}} ft",
    "{{each 7.80}}Wrap {{value 7.81}}, color {{value 7.82}}, {{quantity 7.80}} ft",
    "{{if 7.90+7.91+7.92}}Painting, {{value 7.90}}, {{value 7.91}}, {{value 7.92}}",
    "{{if 7.100+7.101}}Exterior lighting, {{value 7.100}}, {{value 7.101}}",
    "{{if 7.112}}Gutters, {{value 7.112}}, {{quantity 7.112}} ft",
    "{{if 7.120}}Downspouts, {{value 7.120}}, {{quantity 7.120}} ft",
    "{{if 7.116}}Gutter protection, {{value 7.117}}, {{quantity 7.118}} ft",
    "{{if 7.143}}Permit",
    "{{each 7.150}}{{value 7.150}}",
    "Seal every joint; fill and touch up nail heads; take all debris away",
  ),
);

const REPAIR = html(
  heading("Roof"),
  tasks(
    "{{if 5.1}}Replace shingles, {{quantity 5.1}} squares",
    "{{if 5.2}}Replace shingles and underlayment, {{quantity 5.2}} squares",
    "{{if 5.3}}Replace shingles, underlayment and decking, {{quantity 5.3}} squares",
    "{{if 5.10}}Shingles {{value 5.10}}, color {{value 5.11}}; old and new shingles differ in shade",
    "{{if 5.12}}Replace deck boards, {{value 5.12}}, {{quantity 5.12}} ft",
    "{{if 5.13}}Replace decking, {{value 5.14}}, {{quantity 5.13}} sheets",
    "{{if 5.16}}Ice barrier, {{value 5.16}}",
    "{{if 5.17}}Underlayment, {{value 5.17}}",
    "{{if 5.4+5.19}}Replace ridge caps, {{value 5.19}}, {{quantity 5.4}} ft",
    "{{if 5.5+5.6}}Rebuild valleys, {{value 5.5}}, {{value 5.6}}",
    "{{if 5.7+5.8}}Rebuild where the roof meets walls, {{value 5.7}}, {{value 5.8}}",
  ),
  heading("Flashing and chimney"),
  tasks(
    "{{if 5.25}}Drip edge, {{value 5.25}}, {{quantity 5.28}} ft",
    "{{if 5.30}}Gutter apron, {{value 5.30}}, {{quantity 5.33}} ft",
    "{{if 5.35}}Valley metal, {{value 5.35}}, {{quantity 5.38}} ft",
    "{{if 5.40}}Head flashing, {{value 5.40}}, {{quantity 5.40}} ft",
    "{{if 5.45}}Step flashing, {{value 5.45}}, {{quantity 5.48}} ft",
    "{{if 5.50}}Counter flashing, {{value 5.50}}, {{quantity 5.50}} ft",
    "{{if 5.55+5.56+5.57+5.58+5.59}}New pipe and vent flashings, {{value 5.55}}, {{value 5.56}}, {{value 5.57}}",
    "{{if 5.65}}Chimney flashing, {{value 5.65}}, color {{value 5.66}}",
    "{{if 5.67}}Chimney cap, {{value 5.67}}",
    "{{if 5.68+5.69}}Point and seal the chimney's masonry",
  ),
  heading("Also"),
  tasks(
    "{{if 5.75}}Flat roof, {{value 5.76}}, color {{value 5.77}}, {{quantity 5.75}} squares",
    "{{if 5.91}}Insulation below the flat roof, {{value 5.92}}",
    "{{if 5.105+5.110+5.114}}Replace skylights and sun tunnels, {{value 5.105}}, {{value 5.110}}, {{value 5.114}}",
    "{{if 5.106+5.111}}Flash the existing skylights again",
    "{{if 5.124+5.125+5.126}}Roof vents, {{value 5.124}}, {{value 5.125}}, {{value 5.126}}",
    "{{if 5.130+5.131+5.132}}Painting, {{value 5.130}}, {{value 5.131}}, {{value 5.132}}",
    "{{if 5.146}}Dumpster, {{value 5.148}}, set at: {{value 5.147}}",
    "{{if 5.143}}Repair permit",
    "{{each 5.170}}{{value 5.170}}",
    "Clean up with a magnet and take all debris away",
  ),
);

const INSULATION = html(
  heading("Testing and air sealing"),
  tasks(
    "{{if 6.21}}Blower door test before and after, {{quantity 6.21}} in all",
    "{{if 6.22}}Infrared scan of walls and ceilings",
    "{{if 6.23}}Combustion safety test of furnace and water heater",
    "{{if 6.30}}Air sealing of the attic floor, {{value 6.30}}",
    "{{if 6.31}}Attic hatch, {{value 6.31}}",
    "{{if 6.32+6.33}}Seal around recessed lights",
    "{{if 6.34+6.35}}Seal dropped soffits and top plates",
    "{{if 6.36}}Seal the floor line of knee walls, {{quantity 6.36}} ft",
    "{{if 6.37}}Seal the rim of the basement, {{quantity 6.37}} ft",
  ),
  heading("Insulation"),
  tasks(
    "{{if 6.13}}Remove old insulation, {{quantity 6.13}} sq ft",
    "{{each 6.50}}Open joists {{value 6.51}}, {{quantity 6.52}} sq ft",
    "{{each 6.55}}Knee walls {{value 6.56}}, {{quantity 6.57}} sq ft",
    "{{if 6.60}}House wrap, {{value 6.61}}, {{quantity 6.62}} sq ft",
    "{{if 6.65}}Walls filled from outside, {{value 6.66}}, {{value 6.67}}, {{quantity 6.68}} sq ft",
    "{{if 6.70}}Walls filled from inside, {{value 6.71}}, {{value 6.72}}, {{quantity 6.73}} sq ft",
    "{{if 6.75}}Closed floors, {{value 6.76}}, {{quantity 6.77}} sq ft",
    "{{if 6.90+6.91}}Exhaust vents led outdoors, {{value 6.90}}, {{value 6.91}}",
    "{{if 6.93}}Accessories, {{value 6.93}}",
    "{{if 6.100}}Permit",
    "{{each 6.101}}{{value 6.101}}",
    "Leave a card with depth, settled R-value and date at the attic hatch",
  ),
);

const CHANGE_ORDER = html(
  paragraph(
    "The contract is changed by the lines below and by nothing else. Work that is not named here stays as it was agreed.",
  ),
  tasks(
    "Changed work is done to the same standard and under the same warranty as the contract's",
    "Work on the changed part begins after both sides have signed",
  ),
);

const WARRANTY = html(
  paragraph(
    "If work of ours fails because of how it was done, we repair it without charge for labor or material. That is what our warranty of workmanship means.",
  ),
  list(
    "We register the products with their makers for you, and hand their warranty papers over after the final payment.",
    "The warranty does not cover damage by storm, hail, falling trees, ice dams, neglect, or changes that others made to our work.",
    "Tell us in writing as soon as you notice a defect, and give us the chance to see and repair it before somebody else does.",
    "The workmanship warranty may be passed on once, to the next owner, within 60 days of the sale.",
  ),
);

const PAYMENT = html(
  paragraph(
    "The down payment is due at signing and is applied to special-order material. The balance is due on the day the work is complete and the site is clean. Financing is subject to the lender's approval; the lender's agreement states the terms that bind you.",
  ),
);

const CHANGE_ORDER_PAYMENT = html(
  paragraph(
    "The price of this change is added to the balance of the contract and is due with it. Where the change lowers the price, the balance is lowered by the same amount. Financed amounts change only after the lender agrees.",
  ),
);

const START = html(
  paragraph(
    "Start and duration are our best estimate. Weather, material, permits and hidden damage may move them. We call you at least two days before we come, and on any day when the crew cannot.",
  ),
);

const LEGAL = html(
  paragraph(
    "This contract, with its attachments and signed change orders, is the whole agreement. Nothing that was said before and is not written here is part of it.",
  ),
  list(
    "Hidden damage, such as rotten decking, framing or sheathing, is shown to you and priced in a change order before it is repaired, except where the house would be open to the weather.",
    "You give us access, water and electricity, and keep drives clear for deliveries. Please take pictures off walls below the work and cover what stands in the attic.",
    "We carry liability insurance and workers' compensation for everybody on the job, and show you the certificates when you ask.",
    "Scrap and left-over material belong to us; we leave a few pieces of roofing and siding with you for later repairs if you wish.",
    "If one of us must go to court to enforce this contract, it is the court of the county in which the house stands, under the law of Michigan.",
  ),
);

const DISCLOSURES = html(
  list(
    "Residential builders and maintenance and alteration contractors must be licensed in Michigan. Our license number stands at the head of this contract; complaints may be made to the state's licensing department.",
    "Subcontractors and suppliers who are not paid may be able to file a construction lien against the property. Ask us for sworn statements and waivers of lien before you make the final payment.",
    "Homes built before 1978 may hold lead paint. We are certified for work that disturbs it, and give you the pamphlet “Renovate Right” before such work begins.",
    "Before we dig, we have utilities marked. Lines of your own, such as sprinklers and dog fences, we ask you to mark.",
  ),
);

const ACKNOWLEDGEMENTS = html(
  tasks(
    "We received a complete copy of this contract with all its attachments",
    "We received the pamphlet “Renovate Right”, if the house was built before 1978",
    "Colors and styles were chosen from samples; real material differs a little from screens and prints",
    "Work that is not checked in the scope is not part of the price",
    "Hidden damage is priced in a change order before it is repaired",
    "We were told of our right to cancel, and received the form twice",
  ),
);

const RIGHT_TO_CANCEL = html(
  paragraph(
    "You, the buyer, may cancel this transaction at any time prior to midnight of the third business day after the date of this transaction. See the attached notice of cancellation form for an explanation of this right.",
  ),
);

const EMAIL = html(
  paragraph("Hello,"),
  paragraph(
    "thank you for your time and your trust. Attached is a copy of your document from North Gable Exteriors for your records.",
  ),
  paragraph(
    "Please keep it with your house papers. If anything in it is not what we talked about, call us at (269) 555-0142 or answer this e-mail; we would rather hear it today than on the day we start.",
  ),
  paragraph("North Gable Exteriors"),
);

export const DEMO_WORDING = {
  contractRoofingScopeOfWork: ROOFING,
  contractSidingScopeOfWork: SIDING,
  contractWindowsScopeOfWork: WINDOWS,
  contractWindowDetailsScopeOfWork: WINDOW_DETAILS,
  contractGuttersScopeOfWork: GUTTERS,
  contractTrimScopeOfWork: TRIM,
  contractRepairScopeOfWork: REPAIR,
  contractInsulationScopeOfWork: INSULATION,
  changeOrderScopeOfWork: CHANGE_ORDER,
  contractWarrantyText: WARRANTY,
  contractPaymentDisclaimer: PAYMENT,
  changeOrderPaymentDisclaimer: CHANGE_ORDER_PAYMENT,
  contractProjectStartDateDisclaimer: START,
  contractLegalText: LEGAL,
  contractDisclosures: DISCLOSURES,
  contractAcknowledgements: ACKNOWLEDGEMENTS,
  showRightToCancel: true,
  rightToCancelNotice: RIGHT_TO_CANCEL,
  contractPackageLabel1: "Good",
  contractPackageLabel2: "Better",
  contractPackageLabel3: "Best",
  contractEmailMessage: EMAIL,
  showDiscountsOnContract: true,
  showPromotionsOnContract: true,
  showPaymentOptionsOnContract: true,
  showPhotosSection: true,
  lifetimeWorkmanship: true,
} as const satisfies Partial<SettingsFields>;
