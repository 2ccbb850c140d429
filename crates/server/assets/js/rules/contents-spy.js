// The contents of a page of rules show which section is read.

/** @type {Map<string, Element>} */
const links = new Map();
for (const link of document.querySelectorAll('.contents a')) {
  links.set(link.getAttribute('href')?.slice(1) ?? '', link);
}

/** @type {Set<string>} */
const inSight = new Set();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inSight.add(target.id);
    else inSight.delete(target.id);
  }
  // The first one in the order of the page; between two sections the last one stays.
  const current = [...links.keys()].find((id) => inSight.has(id));
  if (current === undefined) return;
  for (const [id, link] of links) {
    if (id === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}, { rootMargin: '-10% 0px -60% 0px' });

for (const id of links.keys()) {
  const section = document.getElementById(id);
  if (section) observer.observe(section);
}
