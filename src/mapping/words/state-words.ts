import type { StateTarget } from '../../core/content/record-state.js';

/**
 * Edition 1 of the words of states, by target: what agencies and their software write in the languages of the shipped mappings. A table
 * names its edition (`states: 1`): a new word makes a new edition, so that it changes no feed that runs. Words are compared folded, so
 * Cyrillic, diacritics and case need no entry of their own; grammatical forms do. Separated by `;`.
 */
export const stateWords: Readonly<Record<StateTarget, string>> = {
  active: `
    aktivan; aktivna; aktivno; aktivni; aktivne; aktuelan; aktuelna; aktuelno; u ponudi; u prodaji; na prodaju; prodaje se; prodaja;
    za prodaju; izdaje se; izdavanje; za izdavanje; za najam; najam; iznajmljuje se; iznajmljivanje; dostupan; dostupna; dostupno;
    raspoloziv; raspoloziva; raspolozivo; slobodan; slobodna; slobodno; objavljen; objavljena; objavljeno; vidljiv; vidljivo; online;
    na oglasu; oglas aktivan; neprodato; neprodat; neprodan; neprodano; nije prodato; nije prodat; nije prodano; nije izdato;
    nije rezervisano; nije rezervisan; nije rezervirano; ponovo u ponudi; opet u ponudi; vraceno u ponudu; novo; nova; novi;
    nova ponuda; novo u ponudi; novi oglas; akcija; akcijska cena; akcijska cijena; hitno; hitna prodaja; hitno na prodaju; ekskluziva;
    ekskluzivno; ekskluzivna prodaja; ekskluzivna ponuda; ekskluzivna nekretnina; useljiv; useljiva; useljivo; useljivo odmah;
    odmah useljivo; odmah useljiv; snizeno; snizena cena; snizena cijena; nova cena; nova cijena; povoljno; top; top ponuda; top oglas;
    top lokacija; istaknuto; istaknut; izdvojeno; preporuka; preporucujemo; premium; prilika; luksuz; lux; bez provizije; se prodava;
    za prodazba; prodazba; se izdava; pod naem; dostapno; na prodaj; naprodaj; v prodaji; v ponudbi; prosto; oddaja; oddaja se; v najem;
    aktualno; vseljivo; akcijska ponudba; ugodno; znizana cena; nujno; active; current; available; in stock; в наличии; na voljo; available for sale; for sale; sale; rent; rental; lease;
    on sale; to let; to rent; for rent; for lease; on the market; on market; back on market; back on the market; published; public; live;
    listed; visible; enabled; open; on offer; not sold; unsold; new; new listing; new price; just listed; new on market; hot; hot deal;
    exclusive; featured; reduced; price reduced; reduced price; price drop; special offer; urgent; open house; move in ready;
    currently available; available now; available immediately; aktiv; aktive; verfugbar; verfuegbar; frei; offen; zu verkaufen;
    zum verkauf; verkauf; zu vermieten; vermietung; im angebot; veroffentlicht; veroeffentlicht; nicht verkauft; unverkauft; neu;
    neues angebot; neu im angebot; exklusiv; preissenkung; preis reduziert; reduziert; bezugsfrei; sofort bezugsfrei; sofort verfugbar;
    aktion; dringend; wieder verfugbar; attivo; attiva; disponibile; in vendita; vendita; in affitto; affitto; affittasi; vendesi;
    libero; libera; libero subito; libero al rogito; pubblicato; pubblicata; nuovo; nuova; novita; esclusiva; in esclusiva; ribassato;
    prezzo ribassato; prezzo ridotto; occasione; urgente; non venduto; in promozione; actif; disponible; a vendre; en vente; vente;
    a louer; location; en location; publie; publiee; en ligne; libre; nouveau; nouveaute; exclusivite; exclusif; baisse de prix;
    prix en baisse; coup de coeur; non vendu; bonne affaire; libre de suite; activo; activa; en venta; venta; en alquiler; alquiler;
    se vende; se alquila; publicado; publicada; nuevo; nueva; novedad; exclusivo; exclusiva; rebajado; precio rebajado; bajada de precio;
    oportunidad; no vendido; en promocion; ativo; ativa; disponivel; a venda; para venda; venda; vende-se; para arrendar; para alugar;
    arrendamento; aluguer; aluga-se; arrenda-se; livre; novidade; nova entrada; preco reduzido; baixou de preco; baixa de preco;
    oportunidade; exclusividade; em exclusivo; nao vendido; активен; активный; активное; активная; актуален; в продаже; продажа;
    продаётся; сдаётся; сдача; аренда; доступен; свободно; свободен; свободна; опубликовано; опубликован; новинка; новое; новый; новая;
    эксклюзив; срочно; срочная продажа; цена снижена; не продано; в рекламе; в продажу; в оренду; продаётся срочно; вільно; нове;
    терміново; продаж; оренда; знижена ціна; aktywny; aktywna; aktywne; aktualna; aktualny; aktualne; dostepny; dostepna; dostepne;
    na sprzedaz; sprzedaz; do wynajecia; na wynajem; wynajem; wolny; wolna; wolne; opublikowana; opublikowany; opublikowane; nowa; nowy;
    nowe; nowosc; nowa oferta; okazja; pilne; pilna sprzedaz; na wylacznosc; wylacznosc; obnizka; obnizka ceny; nowa cena; nizsza cena;
    niesprzedane; niesprzedany; elado; kiado; aktiv hirdetes; elerheto; szabad; uj; uj hirdetes; surgos; akcio; kizarolagos;
    arcsokkentes; csokkentett ar; publikalt; kozzetett; azonnal koltozheto; activ; disponibil; disponibila; de vanzare; vanzare;
    de inchiriat; inchiriere; liber; publicat; publicata; nou; noua; oferta noua; exclusivitate; pret redus; reducere; reducere de pret;
    redus; oferta speciala; nevandut; aktivni oglas; k prodeji; k pronajmu; volny; volna; volne; na predaj; na prenajom; satilik;
    kiralik; aktif; yayinda; acil; firsat; beschikbaar; te koop; te huur; nieuw; ledig; til salgs`,
  inactive: `
    neaktivan; neaktivna; neaktivno; neaktivni; neaktivne; nije aktivan; nije aktivna; nije aktivno; pasivan; pasivna; pasivno;
    iskljucen; iskljucena; iskljuceno; deaktiviran; deaktivirana; deaktivirano; ugasen; ugasena; ugaseno; skriven; skrivena; skriveno;
    sakriven; sakrivena; sakriveno; nevidljiv; nevidljivo; pauziran; pauzirana; pauzirano; pauza; na pauzi; u mirovanju; zamrznut;
    zamrznuto; suspendovan; suspendovano; obustavljeno; obustavljena prodaja; blokiran; blokirano; nedostupan; nedostupna; nedostupno;
    nije dostupan; nije dostupna; nije dostupno; nije slobodno; nije slobodan; nije u ponudi; trenutno nije u ponudi;
    trenutno nedostupno; ne prodaje se; ne izdaje se; neobjavljen; neobjavljeno; nije objavljeno; offline; rezervisan; rezervisana;
    rezervisano; rezervisani; rezerviran; rezervirana; rezervirano; rezervacija; rezervacija u toku; rez; u rezervaciji; kapara;
    kaparisan; kaparisana; kaparisano; kaparirano; kapariran; kaparirana; data kapara; uzeta kapara; primljena kapara; pod kaparom;
    uplacena kapara; depozit; depozitiran; depozitirano; uplacen depozit; dat depozit; uzet depozit; pod depozitom; avans; uplacen avans;
    primljen avans; opcija; pod opcijom; u opciji; pod ugovorom; predugovor; potpisan predugovor; pod predugovorom; u pregovorima;
    u pregovoru; pregovori; pregovori u toku; u toku prodaja; prodaja u toku; u procesu prodaje; u postupku prodaje; pod ponudom;
    prihvacena ponuda; ponuda prihvacena; rezervirano za kupca; zadatak; rezervirani; rezervirane; neaktiven; neaktivna oferta; skrieno;
    skrita; skrito; zacasno neaktivno; rezervacija v teku; ara; placana ara; v rezervaciji; под капаро; задаток; kaparu; rezervacijom;
    apagado; verkauft unter vorbehalt; unter vorbehalt; vendu sous compromis; vendue sous compromis; даден депозит; inactive; not active; out of stock; нет в наличии; ni na voljo; rezerwacja wstepna;
    disabled; switched off; turned off; hidden; invisible; paused; on hold; hold; suspended; unpublished; not published; unavailable;
    not available; temporarily unavailable; temporarily off market; temporarily off the market; temporarily withdrawn; reserved;
    reservation; under reservation; booked; on option; under option; optioned; option; under offer; offer accepted; offer pending;
    offer made; under contract; active under contract; in contract; contract pending; sale agreed; let agreed; rent agreed; sale pending;
    pending sale; sold stc; sold subject to contract; subject to contract; sstc; stc; deposit; deposit paid; deposit taken;
    holding deposit; holding deposit taken; in negotiation; under negotiation; negotiating; conditional; conditionally sold; contingent;
    under application; application approved; application pending; u o; u c; inaktiv; deaktiviert; nicht aktiv; nicht verfugbar;
    nicht verfuegbar; derzeit nicht verfugbar; versteckt; ausgeblendet; pausiert; gesperrt; abgeschaltet; ausgeschaltet;
    nicht veroffentlicht; reserviert; vorreserviert; reservierung; vorgemerkt; option vergeben; in verhandlung; in verhandlungen;
    verhandlung; anzahlung; anzahlung geleistet; kaufvertrag in vorbereitung; notartermin; notartermin vereinbart; inattivo; inattiva;
    non attivo; non attiva; disattivato; disattivata; nascosto; nascosta; sospeso; sospesa; in sospeso; non disponibile; non pubblicato;
    riservato; riservata; prenotato; prenotata; opzionato; opzionata; opzione; in opzione; sotto opzione; in trattativa;
    trattativa in corso; proposta accettata; proposta in corso; sotto proposta; caparra; caparra versata; compromesso; sotto compromesso;
    in compromesso; preliminare; preliminare firmato; acconto; bloccato; inactif; desactive; desactivee; masque; masquee; cache;
    suspendu; suspendue; en pause; hors ligne; indisponible; non disponible; non publie; reserve; reservee; sous option; option posee;
    en option; optionne; compromis; sous compromis; compromis signe; compromis en cours; sous offre; offre acceptee; offre en cours;
    sous promesse; promesse signee; promesse de vente; acompte; acompte verse; en negociation; en cours de vente; sous seing prive;
    inactivo; inactiva; desactivado; desactivada; oculto; oculta; pausado; pausada; suspendido; suspendida; no disponible; no publicado;
    no activo; reservado; reservada; senalizado; senal entregada; paga y senal; arras; arras firmadas; contrato de arras; con arras;
    en arras; opcion; en opcion; bajo oferta; oferta aceptada; en negociacion; bajo contrato; deposito; deposito pagado; bloqueado;
    inativo; inativa; desativado; desativada; suspenso; suspensa; indisponivel; nao disponivel; nao publicado; sinalizado; sinalizada;
    sinal pago; com sinal; com proposta; proposta aceite; proposta aceita; em negociacao; sob proposta; sob oferta; cpcv; cpcv assinado;
    com cpcv; sob contrato; bloqueada; неактивный; не активно; не активен; отключено; отключен; отключена; скрыт; приостановлено;
    приостановлен; приостановлена; недоступен; не опубликовано; на паузе; заморожено; забронировано; забронирован; забронирована; бронь;
    на брони; бронирование; в брони; зарезервировано; зарезервирован; зарезервирована; резерв; в резерве; под авансом; внесён аванс;
    под задатком; внесён задаток; задаток получен; предоплата; в процессе сделки; на сделке; идёт сделка; переговоры; в переговорах;
    предварительный договор; заброньовано; зарезервовано; завдаток; приховано; призупинено; nieaktywny; nieaktywna; nieaktywne; ukryta;
    ukryty; ukryte; wstrzymana; wstrzymany; wstrzymane; zawieszona; zawieszony; zawieszone; wylaczona; wylaczony; wylaczone; niedostepny;
    niedostepna; niedostepne; nieopublikowana; zarezerwowana; zarezerwowany; zarezerwowane; rezerwacja; w rezerwacji; zadatek wplacony;
    wplacony zadatek; zaliczka; wplacona zaliczka; umowa przedwstepna; podpisana umowa przedwstepna; umowa rezerwacyjna; opcja;
    w trakcie negocjacji; negocjacje; w negocjacjach; w trakcie transakcji; w trakcie sprzedazy; inaktiv hirdetes; rejtett; rejtve;
    szunetel; szuneteltetve; felfuggesztve; felfuggesztett; nem elerheto; nem aktiv; letiltva; foglalt; lefoglalt; lefoglalva; foglalva;
    foglalo; foglalozva; elofoglalt; lefoglalozva; eloszerzodes; targyalas alatt; opcio; opcios; alku alatt; inactiv; dezactivat;
    dezactivata; ascuns; ascunsa; suspendat; suspendata; indisponibil; indisponibila; nepublicat; rezervat; rezervata; rezervare;
    sub oferta; sub contract; antecontract; antecontract semnat; avans platit; arvuna; in negociere; optiune; sub optiune; ocupata;
    rezervovano; rezervace; rezervovane; rezervacia; neaktivni oglas; opsiyonlu; rezerve; kapora alindi; pasif; onder bod; onder optie;
    in optie; verkocht onder voorbehoud; verhuurd onder voorbehoud; gereserveerd`,
  sold: `
    prodat; prodata; prodato; prodati; prodate; prodan; prodana; prodano; prodani; prodane; prodato preko nas; prodano preko nas;
    rasprodato; rasprodano; realizovano; realizovan; realizovana; realizirano; realiziran; realizirana; zakljuceno; zakljucena prodaja;
    zavrsena prodaja; prodaja zavrsena; prodaja realizovana; uspesno prodato; uspjesno prodano; vec prodato; vec prodano; prodaden;
    prodadena; prodadeno; prodadeni; realizirana prodazba; sold; sold out; sold by us; already sold; just sold; recently sold;
    sale completed; exchanged; contracts exchanged; settled; closed sale; sold prior; sold privately; sold at auction; sold by other;
    sold by other agent; sold externally; verkauft; bereits verkauft; erfolgreich verkauft; vergeben; abverkauft; ausverkauft;
    verkauf abgeschlossen; notariell beurkundet; beurkundet; venduto; venduta; venduti; vendute; gia venduto; gia venduta; rogitato;
    rogitata; vendita conclusa; vendu; vendue; vendus; vendues; deja vendu; deja vendue; acte signe; vente conclue; vente realisee;
    vendido; vendida; vendidos; vendidas; ya vendido; ya vendida; escriturado; escriturada; venta cerrada; ja vendido; ja vendida;
    escritura realizada; venda concluida; проданий; уже продано; продажа завершена; сделка завершена; сделка состоялась; sprzedany;
    sprzedana; sprzedane; sprzedano; juz sprzedane; zrealizowana; zrealizowany; zrealizowane; transakcja zakonczona; eladva; eladott;
    elkelt; mar eladva; eladas lezarult; vandut; vanduta; vandute; vinduta; deja vandut; deja vanduta; tranzactionat; tranzactionata;
    prodano preko agencije; prodane nemovitosti; predane; predany; predana; satildi; verkocht; solgt; sald`,
  rented: `
    izdat; izdata; izdato; izdati; izdate; izdan; izdana; izdano; izdani; izdane; iznajmljen; iznajmljena; iznajmljeno; iznajmljeni;
    unajmljeno; pod zakupom; zakupljeno; zakupljen; zakupljena; vec izdato; vec izdano; dat u zakup; dato u zakup; dat u najam;
    dato u najam; izdaden; izdadena; izdadeno; iznajmen; iznajmena; iznajmeno; oddan; oddana; oddano; oddani; oddane; ze oddano; najeto;
    rented; rented out; let; let out; let by us; already let; already rented; leased; vermietet; bereits vermietet; verpachtet;
    affittato; affittata; affittati; gia affittato; gia affittata; locato; locata; dato in locazione; loue; louee; loues; deja loue;
    deja louee; alquilado; alquilada; alquilados; arrendado; arrendada; ya alquilado; ya alquilada; alugado; alugada; ja arrendado;
    ja alugado; сдано; сдан; сдана; сданы; уже сдано; арендовано; здано; здана; орендовано; wynajety; wynajeta; wynajete; juz wynajete;
    wynajeto; kiadva; berbe adva; berbeadva; mar kiadva; inchiriat; inchiriata; inchiriate; deja inchiriat; deja inchiriata; pronajato;
    pronajate; prenajate; kiralandi; kiraya verildi; verhuurd`,
  withdrawn: `
    povucen; povucena; povuceno; povuceni; povucen iz prodaje; povucena iz prodaje; povuceno iz prodaje; povuceno iz ponude;
    povucen iz ponude; povucen oglas; obrisan; obrisana; obrisano; obrisi; brisano; brisan; brisati; izbrisan; izbrisana; izbrisano;
    uklonjen; uklonjena; uklonjeno; ukloniti; skinut; skinuta; skinuto; skinuto sa prodaje; skinut sa prodaje; skinuto s prodaje;
    skinuto sa oglasa; arhiviran; arhivirana; arhivirano; arhiva; u arhivi; odustao; odustao od prodaje; odustala; odustali;
    vlasnik odustao; vlasnik odustao od prodaje; odustanak; odustajanje; odustali od prodaje; stornirano; storniran; otkazan; otkazana;
    otkazano; otkazan ugovor; raskinut; raskinut ugovor; raskid ugovora; raskinuto; ponisten; ponisteno; nije vise u ponudi;
    vise nije u ponudi; nije vise u prodaji; vise nije u prodaji; nije vise dostupno; vise nije dostupno; nije vise aktuelno;
    vise nije aktuelno; nije aktuelno; neaktuelno; neaktuelan; neaktuelna; van ponude; izvan ponude; van prodaje; ne radimo vise;
    bez ugovora; povlecen; povlecena; povleceno; izbrisani; arhivirani; otkazano od vlasnika; umaknjeno; umaknjen; umaknjena;
    umik iz prodaje; izbrisana ponudba; ni vec na voljo; ni vec v ponudbi; withdrawn; withdrawn from sale; withdrawn from market;
    off market; offmarket; off the market; deleted; delete; removed; remove; archived; archive; cancelled; canceled; terminated;
    lost instruction; no longer available; not available anymore; no longer on the market; no longer for sale; taken off the market;
    taken off market; delisted; discontinued; obsolete; void; zuruckgezogen; zurueckgezogen; vom markt genommen; nicht mehr verfugbar;
    nicht mehr verfuegbar; nicht mehr im angebot; nicht mehr aktuell; geloscht; geloescht; loschen; loeschen; archiviert; archiv;
    storniert; entfernt; widerrufen; auftrag beendet; auftrag verloren; gekundigt; ritirato; ritirata; ritirato dal mercato;
    tolto dal mercato; eliminato; eliminata; cancellato; cancellata; rimosso; rimossa; archiviato; archiviata; non piu disponibile;
    annullato; annullata; incarico revocato; revocato; retire; retiree; retire de la vente; retire du marche; supprime; supprimee;
    archivee; archives; annule; annulee; plus disponible; n est plus disponible; mandat annule; mandat resilie; sans suite; retirado;
    retirada; retirado de la venta; retirado del mercado; retirado da venda; retirado do mercado; eliminado; eliminada; borrado; borrada;
    archivado; archivada; cancelado; cancelada; anulado; anulada; dado de baja; ya no disponible; removido; removida; arquivado;
    arquivada; ja nao disponivel; снято; снят; снята; снято с продажи; снят с продажи; снята с продажи; снято с публикации;
    снято с рекламы; снят с рекламы; удалено; удалён; удалена; удалить; в архиве; архив; архивировано; архивный; архивная; отозвано;
    отозван; отказ; отказ собственника; отменено; отменён; аннулировано; неактуально; неактуален; неактуальна; больше не продаётся;
    больше не доступно; знято; знято з продажу; видалено; скасовано; wycofana; wycofany; wycofane; wycofano; wycofana ze sprzedazy;
    wycofane ze sprzedazy; usunieta; usuniety; usuniete; usun; archiwalna; archiwalny; archiwalne; archiwum; zarchiwizowana;
    zarchiwizowany; zarchiwizowane; anulowana; anulowany; anulowane; rezygnacja; nieaktualna; nieaktualny; nieaktualne; zakonczona;
    zakonczony; visszavonva; visszavont; visszavonta; torolt; torolve; archivalt; archivalva; archiv hirdetes; lemondva; levett; leveve;
    nem aktualis; mar nem elerheto; megszunt; retras; retrasa; retras din vanzare; retras de pe piata; sters; stearsa; eliminat; arhivat;
    arhivata; anulat; anulata; nu mai este disponibil; nu mai e disponibil; nu mai este de vanzare; reziliat; stazeno; stazeno z prodeje;
    archivovano; zrusene; stiahnute; silindi; kaldirildi; arsiv; iptal; ingetrokken; teruggetrokken; verwijderd; gearchiveerd`,
  expired: `
    istekao; istekla; isteklo; istekao oglas; oglas istekao; istekao ugovor; ugovor istekao; istekli; isteceno; potekel; potekla;
    poteklo; expired; lapsed; listing expired; mandate expired; contract expired; abgelaufen; ausgelaufen; auftrag abgelaufen; scaduto;
    scaduta; incarico scaduto; expire; expiree; mandat expire; caducado; caducada; vencido; vencida; expirado; expirada; caducou; истёк;
    срок истёк; просрочено; закінчився; wygasla; wygasly; wygasle; wygasl; wygasla umowa; lejart; lejarta; lejart hirdetes; expirat;
    expirata; suresi doldu; verlopen`,
  ignore: `
    draft; drafts; in draft; work in progress; in preparation; being prepared; not ready; incomplete; unfinished; template; test;
    prepublication; prepublished; nacrt; u nacrtu; skica; u pripremi; priprema; u izradi; radna verzija; nedovrsen; nedovrsena;
    nedovrseno; nepotpun; nepotpuno; nije zavrseno; nije spremno; probno; probni; probni oglas; testni oglas; во подготовка; osnutek;
    v pripravi; v izdelavi; entwurf; in vorbereitung; in bearbeitung; vorbereitung; unvollstandig; bozza; in bozza; in preparazione;
    in lavorazione; incompleto; incompleta; brouillon; en preparation; en cours de redaction; en cours de saisie; incomplet; borrador;
    en borrador; en preparacion; rascunho; em rascunho; em preparacao; черновик; в черновиках; в подготовке; на подготовке; готовится;
    не готово; чернетка; szkic; wersja robocza; robocza; w przygotowaniu; w opracowaniu; vazlat; piszkozat; elokeszites alatt;
    szerkesztes alatt; ciorna; in pregatire; in lucru; koncept; v priprave; taslak; concept; in voorbereiding`,
};

/** Words of yes and no. They count only as the whole text of a cell, or of a part of a list. */
export const yesWords = `
    da; yes; true; ja; si; oui; sim; да; так; tak; igen; evet; ano; ima; y; wahr; vrai; vero; verdadero; verdadeiro; истина`;
export const noWords = `ne; no; false; nein; non; nao; нет; не; ні; nie; nem; nu; hayir; nema; n; nee; falsch; faux; falso; ложь`;

/** Signs of yes and no. They count only in a table that says what yes or no means: in another column `1` may be any code. */
export const yesSigns = '1; x; +; ✓; ✔; ☑; t; j; d; +1; -1';
export const noSigns = '0; ✗; ✘; ☐; f';

/** Behind a known word, these words change its meaning: "sold partly", "available soon". */
export const reservingWords = `
    ne; nije; nisu; ni; nema; bez; osim; not; no; non; nicht; kein; keine; pas; нет; не; ні; nie; nem; nu; nao; niet; never; nikad;
    nikada; delimicno; djelimicno; djelomicno; delno; delumno; partly; partially; part; teilweise; parzialmente; partiellement;
    parcialmente; частично; частково; czesciowo; reszben; partial; uskoro; soon; bald; demnachst; bientot; prossimamente; presto; pronto;
    proximamente; brevemente; em breve; скоро; wkrotce; hamarosan; curand; kmalu; naskoro; ponovo; opet; again; wieder; ancora; снова;
    ponownie; ujra; din nou; propala; propalo; propao; failed; fallen; geplatzt; fell; pao; pala; palo; if; ako; maybe; mozda;
    eventually; eventualno`;
