/** Every country-code top-level domain in use (IANA root zone, two letters). */
const COUNTRY_CODES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ' +
  'ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm ' +
  'gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la ' +
  'lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np ' +
  'nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su ' +
  'sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw';

/**
 * Generic top-level domains that are common in addresses of sites and in phishing. Family names and words that people
 * use as names (ford, kim, page, love, ninja, family) are left out.
 */
const GENERIC =
  'academy aero agency app arpa asia bank bar bet bid biz blog bond business buzz cafe capital care cash casino cat center cfd ' +
  'chat church city claims click clinic cloud club codes coffee com community company computer consulting contact coop credit ' +
  'cyou date deals delivery dental design dev digital direct directory domains download education edu email energy engineering ' +
  'estate events exchange expert express fail finance financial fitness foundation fun fund futbol gallery games global gmbh gov ' +
  'group guide guru health healthcare help holdings host hosting hotels house icu inc industries info institute insurance int ' +
  'international investments io jobs law legal life limited link live llc loan loans ltd management market marketing markets media ' +
  'mil mobi moe money monster mov museum name net network news ngo one online ong onl org partners parts party photo photography ' +
  'photos pics pizza plus poker porn post press pro productions properties property pub quest racing recipes rehab rent rentals ' +
  'rest restaurant review reviews run sale sbs school science services sex sexy shop shopping site social software solutions space ' +
  'storage store stream studio supply support surf systems tax taxi team tech technology tel tickets tips tires today tools top ' +
  'tours trade trading training travel university vip website wiki win work works world wtf xxx xyz zip zone';

const ENDINGS = new Set(`${COUNTRY_CODES} ${GENERIC}`.split(' '));

/** Returns whether mail programs would turn a handle into a link to a site: `your-account.evil.com`. */
export function looksLikeDomain(handle: string): boolean {
  const dot = handle.lastIndexOf('.');
  return dot > 0 && (ENDINGS.has(handle.slice(dot + 1)) || /\.xn--[^.]*$/.test(handle));
}
