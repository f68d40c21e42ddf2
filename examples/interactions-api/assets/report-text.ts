/** One block of the report, in reading order. */
export type ReportBlock =
  | { readonly type: 'heading'; readonly text: string }
  | { readonly type: 'paragraph'; readonly text: string }
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[] };

/** The report's title and its pages. Everything in it is made up, so that no model can know it from elsewhere. */
export const REPORT: {
  readonly title: string;
  readonly subtitle: string;
  readonly pages: readonly (readonly ReportBlock[])[];
} = {
  title: 'The Varnholm Sound Tidal Pilot',
  subtitle: 'Report on the first year of operation, for the harbour council',
  pages: [
    [
      { type: 'heading', text: '1. Summary of the project' },
      {
        type: 'paragraph',
        text: 'The tidal pilot in Varnholm Sound put two turbines, named Kelpie and Sandpiper, on the sea floor and connected them to the harbour grid. Its purpose was to find out whether tidal power can replace the diesel generators of the harbour, at what cost, and with what effect on the animals of the sound.',
      },
      {
        type: 'paragraph',
        text: 'Varnholm Sound is narrow, and the tide runs through it four times a day at up to 3.1 metres per second. A survey of the sea floor found bare rock at a depth of 26 metres, which made it possible to bolt the turbines down instead of weighting them with concrete.',
      },
      { type: 'heading', text: '2. Building and installation' },
      {
        type: 'paragraph',
        text: 'The turbines were assembled in the old cannery and towed out at slack water. Each has three blades of nine metres, made of glass fibre over an oak core by the local boatyard. A single cable, 1,850 metres long, brings the power ashore below the pier.',
      },
      {
        type: 'paragraph',
        text: 'Installation took eleven weeks, three more than planned, because two spring storms kept the crane barge in port. Kelpie turned for the first time on 2 March, and Sandpiper followed on 19 March. No one was hurt during the work.',
      },
      {
        type: 'paragraph',
        text: 'The council asked for three answers after one year: how much energy the pilot delivers, what goes wrong, and whether a second phase is worth its price. The next two pages give them in this order.',
      },
    ],
    [
      { type: 'heading', text: '3. Energy delivered' },
      {
        type: 'paragraph',
        text: 'In its first year the tidal pilot delivered 4,318 megawatt-hours to the harbour grid, which is 7 percent more than the plan had promised. The harbour burned 61 percent less diesel than in the year before, and for nineteen days in September the generators did not run at all.',
      },
      {
        type: 'table',
        rows: [
          ['Quarter', 'Kelpie (MWh)', 'Sandpiper (MWh)', 'Availability'],
          ['First', '512', '438', '84 percent'],
          ['Second', '590', '561', '93 percent'],
          ['Third', '607', '588', '96 percent'],
          ['Fourth', '531', '491', '90 percent'],
        ],
      },
      { type: 'heading', text: '4. What went wrong' },
      {
        type: 'paragraph',
        text: 'Sandpiper stood still for twenty-three days in the first quarter, after a seal in its gearbox let sea water in. The maker replaced the seal without charge and has since changed the drawing. Weed on the blades cost about two percent of the yield until the divers began to brush them every six weeks.',
      },
      {
        type: 'paragraph',
        text: 'The cable joint below the pier ran warmer than it should during the August springs. A second conductor was laid in October, and the temperature has stayed within its limit since then.',
      },
      { type: 'heading', text: '5. Animals of the sound' },
      {
        type: 'paragraph',
        text: 'Two hydrophones and a camera watched the turbines day and night. Porpoises kept a distance of some forty metres while the blades turned and came closer at slack water. No collision was recorded. Crabs have settled on both foundations in greater numbers than on the rock around them.',
      },
    ],
    [
      { type: 'heading', text: '6. Recommendation' },
      {
        type: 'paragraph',
        text: 'The project engineer, Odalys Brennick, recommends a second phase of the tidal pilot with three more turbines in Varnholm Sound, at a price of 9.6 million crowns. With five turbines the harbour would need its diesel generators only as a reserve.',
      },
      {
        type: 'paragraph',
        text: 'Half of the price would come from the regional fund for coastal works, which has agreed in principle. The other half would be borrowed by the council over fourteen years and paid back from the diesel that is no longer bought. At the fuel price of the past year, the loan is covered from the fourth year on.',
      },
      { type: 'heading', text: '7. Risks' },
      {
        type: 'paragraph',
        text: 'The largest risk is the crane barge: only one of its size works on this coast, and it is booked for most of next summer. If the order is not placed before the end of November, installation slips by a year. A smaller risk is the price of copper for the second cable, which is not yet fixed.',
      },
      { type: 'heading', text: '8. Next steps' },
      {
        type: 'paragraph',
        text: 'The council is asked to decide at its autumn meeting. After a yes, the survey of the northern half of the sound would begin in January, the boatyard would start on the blades in February, and the first of the new turbines would turn in the following spring.',
      },
      {
        type: 'paragraph',
        text: 'The measurements of the first year, hour by hour, can be read at the harbour office. Copies for schools are free of charge.',
      },
    ],
  ],
};
