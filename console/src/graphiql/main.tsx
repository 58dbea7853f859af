document.title = 'GraphiQL · Weir';
